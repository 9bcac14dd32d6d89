// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

import dev.redlock.outcome.Quantity;
import dev.redlock.runtime.events.Log;

/**
 * Writes the histograms of a client as an HdrHistogram log ({@code .hlog}), interval by interval, and keeps
 * their sum for a percentile table at the end. It stops nothing and costs the locks nothing.
 * <p>
 * A log has one line per histogram and interval; the tag says which: {@code wait}, {@code acquire}, {@code
 * extend}, {@code release}, {@code hold}, {@code validity-margin}, {@code drift-ppm}, and {@code rtt-0} and
 * so on for the nodes, which the head of the log names. A histogram without values in an interval has no
 * line.
 * <p>
 * A stream that fails does not stop the application: the first failure is one warning of the logger {@code
 * dev.redlock}, and the log has gaps from then on.
 * <p>
 * <b>Threads:</b> one at a time. Any number of logs of one client may be written, each with all values.
 */
public final class MetricsLog implements AutoCloseable
{
    private static final double NS_PER_US = 1000.0;
    private static final int TICKS_PER_HALF = 5;
    private static final String DRIFT = Quantity.DRIFT_PPM.label();

    private final Map<String, Histogram> sums = new LinkedHashMap<>();
    private final MetricsCursor cursor;
    private final int nodeCount;
    private final HistogramLogWriter writer;
    private boolean isClosed;

    /**
     * Begins a log. Earlier values count in its first interval.
     *
     * @param metrics of the client.
     * @param out     closed at the end; use a buffered one.
     */
    public MetricsLog(final Metrics metrics, final OutputStream out)
    {
        cursor = metrics.cursor();
        nodeCount = metrics.nodes().size();
        writer = new HistogramLogWriter(new Warning(out));
        writer.outputLogFormatVersion();
        for (int i = 0; i < nodeCount; i++)
        {
            writer.outputComment("[rtt-" + i + " is " + metrics.nodes().get(i) + "]");
        }
        writer.outputComment("[nanoseconds, but " + DRIFT + " in parts per million]");
        writer.outputLegend();
    }

    /**
     * Writes what was recorded since the last call. Call it at regular intervals, such as every second.
     *
     * @throws IllegalStateException if the log is closed.
     */
    public void interval()
    {
        if (isClosed)
        {
            throw new IllegalStateException("the log of metrics is closed, and takes no more intervals: " +
                "end what calls interval() before, or begin another log");
        }
        for (final Quantity quantity : Quantity.values())
        {
            append(quantity.label(), cursor.interval(quantity));
        }
        for (int i = 0; i < nodeCount; i++)
        {
            append("rtt-" + i, cursor.rttInterval(i));
        }
    }

    /**
     * Prints percentile tables of all that was logged so far, as HdrHistogram does ({@code .hgrm}): in
     * microseconds, the drift in parts per million.
     *
     * @param to neither flushed nor closed.
     */
    public void percentiles(final PrintStream to)
    {
        sums.forEach((tag, sum) ->
        {
            to.println("#[" + tag + "]");
            sum.outputPercentileDistribution(to, TICKS_PER_HALF, tag.equals(DRIFT) ? 1.0 : NS_PER_US);
        });
    }

    /**
     * Writes the last interval and closes the stream. Calling it again has no effect.
     */
    @Override
    public void close()
    {
        if (!isClosed)
        {
            interval();
            isClosed = true;
            writer.close();
        }
    }

    private void append(final String tag, final Histogram recorded)
    {
        if (recorded.getTotalCount() > 0)
        {
            recorded.setTag(tag);
            writer.outputIntervalHistogram(recorded);
            sums.computeIfAbsent(tag, unused -> new Histogram(recorded)).add(recorded);
        }
    }

    /**
     * Tells of its first failure, which the writer keeps to itself.
     */
    private static final class Warning extends FilterOutputStream
    {
        private boolean hasWarned;

        Warning(final OutputStream out)
        {
            super(out);
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) throws IOException
        {
            try
            {
                out.write(bytes, offset, length);
            }
            catch (final Throwable ex)
            {
                throw warned(ex);
            }
        }

        @Override
        public void close() throws IOException
        {
            try
            {
                super.close();
            }
            catch (final Throwable ex)
            {
                throw warned(ex);
            }
        }

        private IOException warned(final Throwable cause)
        {
            if (!hasWarned)
            {
                hasWarned = true;
                new Log().write(System.Logger.Level.WARNING,
                    "the stream of a log of metrics fails, and the log has gaps from now on", cause);
            }

            return cause instanceof IOException ? (IOException)cause : new IOException(cause);
        }
    }
}
