// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import org.HdrHistogram.Histogram;

import dev.redlock.Metrics;
import dev.redlock.MetricsCursor;
import dev.redlock.outcome.Quantity;

/**
 * Percentiles of intervals. All gauges share one cursor, so that all that are read together are of one
 * interval: the first that is read after {@value #INTERVAL_S} s moves it on.
 */
final class Percentiles
{
    /**
     * Of all that a client measures.
     */
    static final Set<Quantity> TIMES =
        Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Quantity.DRIFT_PPM)));

    private static final long INTERVAL_S = 10;
    private static final double PER_CENT = 100;

    private final Map<Quantity, Histogram> intervals = new EnumMap<>(Quantity.class);
    private final MetricsCursor cursor;
    private final Clock clock;
    private long readNs;

    Percentiles(final Metrics metrics, final Clock clock)
    {
        cursor = metrics.cursor();
        this.clock = clock;
        read(clock.monotonicTime());
    }

    void bindTo(final MeterRegistry registry, final Tags tags, final double... values)
    {
        for (final Quantity quantity : TIMES)
        {
            for (final double value : values)
            {
                TimeGauge.builder(nameOf(quantity) + ".percentile", this,
                    NANOSECONDS, (percentiles) -> percentiles.of(quantity, value))
                    .description("Of the last interval of ten seconds or more of this process")
                    .tags(tags).tag("phi", Double.toString(value)).strongReference(true).register(registry);
            }
        }
    }

    /**
     * The name of the meter of a counter or a quantity, as Micrometer has it.
     */
    static String nameOf(final Enum<?> what)
    {
        return "redlock." + what.name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    private double of(final Quantity quantity, final double value)
    {
        return of(quantity, value, clock.monotonicTime());
    }

    /*
     * The clock is the application's, so it is read before.
     */
    private synchronized double of(final Quantity quantity, final double value, final long nowNs)
    {
        if (nowNs - readNs >= SECONDS.toNanos(INTERVAL_S))
        {
            read(nowNs);
        }
        final Histogram interval = intervals.get(quantity);

        return interval.getTotalCount() == 0 ? Double.NaN :
            interval.getValueAtPercentile(value * PER_CENT);
    }

    private void read(final long nowNs)
    {
        readNs = nowNs;
        TIMES.forEach((quantity) -> intervals.put(quantity, cursor.interval(quantity).copy()));
    }
}
