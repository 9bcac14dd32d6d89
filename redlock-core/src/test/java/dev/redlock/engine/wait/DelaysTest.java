// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.engine.watch.Backoff;

class DelaysTest
{
    private static final long PATIENCE_NS = 1_000_000_000;

    private final Backoff backoff = new Backoff(new SplittableRandom(4));
    private final Delays delays = new Delays(backoff, PATIENCE_NS);

    @ParameterizedTest
    @CsvSource(textBlock = """
        # lost, attempt, minimum, spread, from, to
        1,  1000000, 2000000,  9000000000, 2000000,  6000000
        1,  3000000, 2000000,  9000000000, 3000000,  9000000
        3,  1000000, 2000000,  9000000000, 2000000,  18000000
        3,  1000000, 2000000,  5000000,    2000000,  7000000
        50, 1000000, 2000000,  5000000,    2000000,  7000000
        1,  0,       0,        0,          100000,   100000
        1,  -5,      0,        9000000000, 100000,   300000
        1,  9000000000, 0,     9000000000, 1000000000, 3000000000
        """)
    void shouldDrawWithinItsBounds(final int lost, final long attemptNs, final long minNs,
        final long spreadNs, final long fromNs, final long toNs)
    {
        long leastNs = Long.MAX_VALUE;
        long mostNs = 0;
        for (int i = 0; i < 2_000; i++)
        {
            final long delayNs = delays.afterLossNs(lost, attemptNs, minNs, spreadNs);
            leastNs = Math.min(leastNs, delayNs);
            mostNs = Math.max(mostNs, delayNs);
        }

        assertThat(leastNs).isBetween(fromNs, fromNs + (toNs - fromNs) / 20);
        assertThat(mostNs).isBetween(toNs - (toNs - fromNs) / 20, toNs);
    }

    @Test
    void shouldNotOverflow()
    {
        final Delays any = new Delays(backoff, Long.MAX_VALUE);
        for (int lost = 1; lost < 100; lost++)
        {
            assertThat(any.afterLossNs(lost, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)).isPositive();
            assertThat(any.afterLossNs(lost, 1L << 55, 1L << 54, Long.MAX_VALUE)).isPositive();
        }
    }
}
