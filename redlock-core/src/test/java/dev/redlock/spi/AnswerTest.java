/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.spi;

import static java.nio.charset.StandardCharsets.UTF_8;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.Test;

class AnswerTest
{
    @Test
    void shouldSayWhatItIsButNoValue()
    {
        final Answer secret = Answer.text("secret".getBytes(UTF_8));

        assertEquals("TEXT of 6 bytes", secret.toString());
        assertEquals("LIST of 2", Answer.list(List.of(secret, secret)).toString());
        assertEquals("NUMBER 4711", Answer.number(4711).toString());
        assertEquals("NIL", Answer.nil().toString());
        assertEquals("ERROR BUSY a\\nb", Answer.error("BUSY a\nb").toString());
    }
}
