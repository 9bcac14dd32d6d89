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

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Servers repeat the arguments of commands that they do not know; what a transport makes of that must not
 * depend on the transport.
 */
class RepeatedArgumentsTest
{
    private static final String TEXT =
        "ERR unknown command 'HELLO', with args beginning with: 'AUTH' 'hunter2' ";
    private static final String KEPT = "ERR unknown command 'HELLO'";

    @Test
    void shouldNotStandInReplies()
    {
        final Reply reply = new Reply().setError(ErrorCode.of(TEXT), TEXT);

        assertThat(reply.errorText()).isEqualTo(KEPT);
        assertThat(reply.errorCode()).isEqualTo(ErrorCode.UNKNOWN_COMMAND);
        assertThat(reply.setError(ErrorCode.OTHER, "ERR other").errorText()).isEqualTo("ERR other");
    }

    @Test
    void shouldNotStandInAnswers()
    {
        assertThat(Answer.error(TEXT).text()).isEqualTo(KEPT);
        assertThat(Answer.error("ERR other").text()).isEqualTo("ERR other");
    }
}
