// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketsTest
{
    private static final long HIGHEST = 86_400_000_000_000L;

    private final Histogram same = new Histogram(1, HIGHEST, Buckets.DIGITS);

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 254, 255, 256, 257, 258, 511, 512, 515, 1023, 1024, 50_000, 65_535,
        65_536, 1_000_000_007, 0x7fff_ffffL, 0xffff_ffffL, 0x1_0000_0000L, HIGHEST - 1, HIGHEST})
    void shouldPutAValueWhereAnHdrHistogramPutsIt(final long value)
    {
        final int index = Buckets.indexOf(value);

        assertThat(Buckets.lowestOf(index)).isEqualTo(same.lowestEquivalentValue(value));
        assertThat(Buckets.highestOf(index)).isEqualTo(same.highestEquivalentValue(value));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 255, 256, 383, 384, 511, 512, 4_000, 5_149})
    void shouldLeaveNoGapBetweenBuckets(final int index)
    {
        assertThat(Buckets.indexOf(Buckets.lowestOf(index))).isEqualTo(index);
        assertThat(Buckets.indexOf(Buckets.highestOf(index))).isEqualTo(index);
        assertThat(Buckets.indexOf(Buckets.highestOf(index) + 1)).isEqualTo(index + 1);
    }
}
