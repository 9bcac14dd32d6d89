// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.wire.Buckets;

class SingleWriterHistogramTest
{
    private static final long HIGHEST = 1_000_000_000_000L;

    private final SingleWriterHistogram histogram = new SingleWriterHistogram(HIGHEST);
    private final HistogramReader reader = new HistogramReader(List.of(histogram), 0);
    private final Histogram same = new Histogram(1, HIGHEST, Buckets.DIGITS);

    @Test
    void shouldSayWhatAnHdrHistogramSays()
    {
        final SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 10_000; i++)
        {
            final long value = random.nextLong(HIGHEST) >>> random.nextInt(40);
            histogram.record(value);
            same.recordValue(value);
        }

        final Histogram taken = reader.take();

        assertThat(taken).isEqualTo(same);
        assertThat(taken.getTotalCount()).isEqualTo(10_000);
        assertThat(taken.getValueAtPercentile(99)).isEqualTo(same.getValueAtPercentile(99));
        assertThat(taken.getMaxValue()).isEqualTo(same.getMaxValue());
        assertThat(histogram.count()).isEqualTo(10_000);
        assertThat(histogram.sum() / 10_000).isCloseTo(same.getMean(), withinPercentage(0.01));
    }

    @Test
    void shouldGiveEachRecordToOneInterval()
    {
        histogram.record(100);
        histogram.record(200);
        final Histogram first = reader.take();
        histogram.record(200);
        final Histogram second = reader.take();

        assertThat(first.getTotalCount()).isEqualTo(2);
        assertThat(second.getTotalCount()).isEqualTo(1);
        assertThat(second.getCountAtValue(200)).isEqualTo(1);
        assertThat(second.getStartTimeStamp()).isEqualTo(first.getEndTimeStamp());
        assertThat(reader.take().getTotalCount()).isZero();
    }

    @Test
    void shouldCountWhatIsOutOfBoundsAtTheBound()
    {
        histogram.record(-1);
        histogram.record(Long.MIN_VALUE);
        histogram.record(HIGHEST + 1);
        histogram.record(Long.MAX_VALUE);

        final Histogram taken = reader.take();

        assertThat(taken.getCountAtValue(0)).isEqualTo(2);
        assertThat(taken.getCountAtValue(HIGHEST)).isEqualTo(2);
    }

    @Test
    void shouldLoseNothingWhenReadWhileWritten() throws InterruptedException
    {
        final int records = 300_000;
        final CountDownLatch started = new CountDownLatch(1);
        final Thread writer = new Thread(() ->
        {
            for (int i = 0; i < records; i++)
            {
                histogram.record(i);
                if (i == 1_000)
                {
                    started.countDown();
                }
            }
        });
        writer.start();
        started.await();

        final Histogram sum = reader.take();
        while (writer.isAlive())
        {
            sum.add(reader.take());
        }
        sum.add(reader.take());

        IntStream.range(0, records).forEach((i) -> same.recordValue(i));
        assertThat(sum).isEqualTo(same);
    }
}
