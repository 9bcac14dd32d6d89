// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest
{
    private final Backoff backoff = new Backoff(new SplittableRandom(4));

    @ParameterizedTest
    @CsvSource({"1, 10, 20", "2, 20, 40", "3, 40, 80", "5, 100, 200", "1000, 100, 200"})
    void shouldDoubleTheDelayBetweenConnections(final int failures, final long fromNs, final long toNs)
    {
        long leastNs = Long.MAX_VALUE;
        long mostNs = 0;
        for (int i = 0; i < 5_000; i++)
        {
            final long delayNs = backoff.reconnectNs(failures, 20, 200);
            leastNs = Math.min(leastNs, delayNs);
            mostNs = Math.max(mostNs, delayNs);
        }

        assertThat(leastNs).isEqualTo(fromNs);
        assertThat(mostNs).isEqualTo(toNs);
    }

    @Test
    void shouldNotOverflow()
    {
        for (int lost = 1; lost < 100; lost++)
        {
            assertThat(backoff.reconnectNs(lost, 1L << 60, Long.MAX_VALUE)).isPositive();
        }
    }
}
