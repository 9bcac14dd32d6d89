// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionTest
{
    @Test
    void shouldKnowTheChannelThatIsAskedFor()
    {
        final byte[] channel = Subscription.channelOf(Subscription.of(words("subscribe mail")));
        assertThat(channel).isEqualTo(new byte[]{'m', 'a', 'i', 'l'});
        assertThat(Subscription.of(words("PING"))).isNull();
        assertThat(Subscription.of(new byte[0][])).isNull();
        assertThat(Subscription.channelOf("another asker")).isNull();
        assertThat(Subscription.channelOf(null)).isNull();
    }

    /**
     * What pushes answer in another number than one would shift all that follows.
     */
    @ParameterizedTest
    @ValueSource(strings = {"SUBSCRIBE", "SUBSCRIBE one two", "PSUBSCRIBE *", "ssubscribe mail",
        "UNSUBSCRIBE mail",
        "SUBSCRIBE a-name-of-more-than-sixty-four-bytes-which-no-message-has-any-room-for"})
    void shouldRefuseWhatPushesWouldAnswer(final String command)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> Subscription.of(words(command)))
            .withMessageContaining("channel");
        assertThatIllegalArgumentException().isThrownBy(() -> Subscription.checkNone(words(command)))
            .withMessageContaining("is answered by pushes");
    }

    private static byte[][] words(final String command)
    {
        return Stream.of(command.split(" ")).map((word) -> word.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);
    }
}
