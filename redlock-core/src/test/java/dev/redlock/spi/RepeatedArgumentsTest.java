// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
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
