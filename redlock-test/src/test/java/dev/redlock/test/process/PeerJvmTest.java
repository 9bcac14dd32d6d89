// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PeerJvmTest
{
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void shouldTalkWithAPeerUntilItIsKilled() throws TimeoutException
    {
        try (PeerJvm peer = PeerJvm.start(Echo.class, List.of("echo")))
        {
            peer.lines().say("one");
            peer.lines().say("two");
            assertThat(peer.lines().next(SOON)).isEqualTo("echo one");
            assertThat(peer.lines().next()).isEqualTo("echo two");

            assertThatThrownBy(() -> peer.lines().next(Duration.ofMillis(1)))
                .isInstanceOf(TimeoutException.class).hasMessage("no line within PT0.001S");

            peer.process().kill();
            assertThat(peer.lines().next(SOON)).isNull();
            assertThat(peer.process().output()).contains("libraries may print");
        }
    }

    @Test
    void shouldLetAPeerEndWhenItsStarterHangsUp()
    {
        try (PeerJvm peer = PeerJvm.start(Echo.class, List.of("echo")))
        {
            peer.lines().close();

            assertThat(Waiting.until(() -> !peer.process().isRunning(), Waiting.deadlineNs(SOON))).isTrue();
            assertThat(peer.lines().next()).isNull();
        }
    }

    @Test
    void shouldSayWhyAPeerDidNotCall()
    {
        assertThatThrownBy(() -> PeerJvm.start(List.of("-XX:+NoSuchFlag"), Echo.class, List.of()))
            .isInstanceOf(UncheckedIOException.class)
            .hasMessageStartingWith("Echo does not come up: ").hasMessageContaining("NoSuchFlag");
    }

    /**
     * Says what it hears behind a word of its own.
     */
    static final class Echo
    {
        public static void main(final String[] args)
        {
            System.out.println("libraries may print");
            try (PeerLines lines = PeerLines.toStarter(args[0]))
            {
                for (String line = lines.next(); line != null; line = lines.next())
                {
                    lines.say(args[1] + " " + line);
                }
            }
        }
    }
}
