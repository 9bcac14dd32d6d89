// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
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
