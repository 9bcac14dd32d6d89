// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class AnswerTest
{
    @Test
    void shouldSayWhatItIsButNoValue()
    {
        final Answer secret = Answer.text("secret".getBytes(UTF_8));

        assertThat(secret.toString()).isEqualTo("TEXT of 6 bytes");
        assertThat(Answer.list(List.of(secret, secret)).toString()).isEqualTo("LIST of 2");
        assertThat(Answer.number(4711).toString()).isEqualTo("NUMBER 4711");
        assertThat(Answer.nil().toString()).isEqualTo("NIL");
        assertThat(Answer.error("BUSY a\nb").toString()).isEqualTo("ERROR BUSY a\\nb");
    }
}
