// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Counter;

class WarmUpTest
{
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final RedlockEvents SILENCE = new RedlockEvents()
    {
    };

    private final InstantNodes nodes = new InstantNodes(3);

    @AfterEach
    void forgetTheNodes()
    {
        nodes.close();
    }

    private RedlockBuilder builder()
    {
        return Redlock.builder().nodes(nodes.uris()).transportOption("nodes", nodes.id()).events(SILENCE);
    }

    @Test
    void shouldGoTheWayToALockOftenEnoughOnEveryEngine()
    {
        try (Redlock redlock = builder().engines(2).build())
        {
            redlock.warmUp(LONG);

            assertThat(redlock.metrics().count(Counter.ATTEMPTS_WON)).isEqualTo(2 * WarmUp.CYCLES);
            assertThat(redlock.metrics().count(Counter.RELEASES)).isEqualTo(2 * WarmUp.CYCLES);
        }
    }

    @Test
    void shouldWorkForTheOwnerOfAnInvoker()
    {
        try (Redlock redlock = builder().invoker().build())
        {
            redlock.warmUp(LONG);

            assertThat(redlock.metrics().count(Counter.ATTEMPTS_WON)).isEqualTo(WarmUp.CYCLES);
            assertThat(redlock.metrics().tokensOut()).isZero();
        }
    }

    @Test
    void shouldEndWithItsTimeOrAnInterrupt()
    {
        try (Redlock redlock = builder().build())
        {
            redlock.warmUp(Duration.ZERO);
            Thread.currentThread().interrupt();
            redlock.warmUp(LONG);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(redlock.metrics().count(Counter.ATTEMPTS)).isZero();
            assertThatThrownBy(() -> redlock.warmUp(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longest time to warm up is -1ms but must not be negative");
        }
    }

    @Test
    void shouldSayWhyItCannotBeDoneWithoutAQuorum()
    {
        nodes.goDown(0);
        nodes.goDown(1);
        try (Redlock redlock = builder().startWithoutQuorum().startTimeout(Duration.ofMillis(50)).build())
        {
            assertThatThrownBy(() -> redlock.warmUp(LONG)).isInstanceOf(NoQuorumException.class)
                .hasMessageContaining("redlock:warm-up:").hasMessageContaining("NO_QUORUM")
                .hasMessageContaining("node0:6379");
        }
    }
}
