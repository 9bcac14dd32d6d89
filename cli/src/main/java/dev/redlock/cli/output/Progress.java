// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One line on standard error that says how far long work is: what is done, how fast, how much time is left.
 * Or for what one waits, and how much time is left.
 * <p>
 * On a terminal the line is rewritten a few times a second; elsewhere a plain line is written every ten
 * seconds. Of waiting the first comes after a second. Any thread may report; a late report does not take the
 * line back.
 */
public final class Progress implements AutoCloseable
{
    private static final long REWRITE_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long PLAIN_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long PATIENT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final double NS_PER_S = 1e9;
    private static final long MINUTE_S = 60;
    private static final double SLOW_PER_S = 10;

    /*
     * One less than terminals have at least: a line that wraps cannot be rewritten.
     */
    private static final int COLUMNS = 79;
    private static final String REST_OF_LINE_ERASED = "\u001b[K";
    private static final Duration ERASED_WITHIN = Duration.ofMillis(100);

    private final PrintStream out;
    private final boolean isRewritten;
    private final LongSupplier clock;
    private final String label;
    private final String unit;
    private final long total;
    private final long lengthNs;
    private final long startNs;
    private long nextNs;
    private long done;
    private boolean isLineOpen;

    Progress(final PrintStream out, final boolean isRewritten, final LongSupplier clock, final String label,
        final String unit, final long total, final long lengthNs)
    {
        this.out = out;
        this.isRewritten = isRewritten;
        this.clock = clock;
        this.label = label;
        this.unit = unit;
        this.total = total;
        this.lengthNs = lengthNs;
        startNs = clock.getAsLong();
        nextNs = startNs + (unit.isEmpty() ? PATIENT_NS : isRewritten ? REWRITE_NS : PLAIN_NS);
    }

    /**
     * Work of a known amount. It begins now.
     *
     * @param label before the colon.
     * @param unit  what is counted, in the plural.
     * @param total how much there is to do; positive.
     * @return the line, not yet written.
     */
    public static Progress ofWork(final String label, final String unit, final long total)
    {
        return new Progress(System.err, isTerminal(), System::nanoTime, label, unit, total, 0);
    }

    /**
     * Work that ends when its time is over. It begins now.
     *
     * @param label  before the colon.
     * @param unit   what is counted, in the plural.
     * @param length of the work; positive.
     * @return the line, not yet written.
     */
    public static Progress ofTime(final String label, final String unit, final Duration length)
    {
        return new Progress(System.err, isTerminal(), System::nanoTime, label, unit, 0, length.toNanos());
    }

    /**
     * Waiting, which ends when its time is over, if not before. It begins now; nothing is said of it within
     * the first second.
     *
     * @param label  before the colon.
     * @param length of the waiting at most; positive.
     * @return the line, not yet written.
     */
    public static Progress ofWaiting(final String label, final Duration length)
    {
        return new Progress(System.err, isTerminal(), System::nanoTime, label, "", 0, length.toNanos());
    }

    /**
     * Says for what one waits, if it is time for that.
     *
     * @param reason to wait; may be empty.
     */
    public void update(final String reason)
    {
        update(0, reason);
    }

    /**
     * Says how far the work is, if it is time for that.
     *
     * @param nowDone of the unit, since the beginning.
     */
    public void update(final long nowDone)
    {
        update(nowDone, "");
    }

    /**
     * Says how far the work is, if it is time for that.
     *
     * @param nowDone of the unit, since the beginning.
     * @param more    to be added at the end; may be empty, and is cut where the line of a terminal ends.
     */
    public synchronized void update(final long nowDone, final String more)
    {
        done = Math.max(done, nowDone);
        final long nowNs = clock.getAsLong();
        if (nowNs - nextNs < 0)
        {
            return;
        }

        nextNs = nowNs + (isRewritten ? REWRITE_NS : PLAIN_NS);
        final String line = line(nowNs - startNs, more);
        if (isRewritten)
        {
            out.print("\r" + (line.length() > COLUMNS ? line.substring(0, COLUMNS) : line) +
                REST_OF_LINE_ERASED);
            isLineOpen = true;
        }
        else
        {
            out.println(line);
        }
        out.flush();
    }

    /**
     * Takes the line off the terminal, so that something else can be written there. The next report brings
     * it back.
     */
    public synchronized void clear()
    {
        if (isLineOpen)
        {
            out.print("\r" + REST_OF_LINE_ERASED);
            out.flush();
            if (out instanceof Output)
            {
                // What follows on standard output must not be erased.
                ((Output)out).settle(ERASED_WITHIN);
            }
            isLineOpen = false;
        }
    }

    @Override
    public void close()
    {
        clear();
    }

    private String line(final long elapsedNs, final String more)
    {
        if (unit.isEmpty())
        {
            return label + ": " + (more.isEmpty() ? "" : more + ", ") + time(elapsedNs) + " of " +
                time(lengthNs) + ", " + time(Math.max(0, lengthNs - elapsedNs)) + " left";
        }

        return workLine(elapsedNs) + (more.isEmpty() ? "" : ", " + more);
    }

    private String workLine(final long elapsedNs)
    {
        final double perSecond = done * NS_PER_S / Math.max(1, elapsedNs);
        final String rate =
            String.format(Locale.ROOT, perSecond < SLOW_PER_S ? "%.1f/s" : "%,.0f/s", perSecond);
        if (lengthNs > 0)
        {
            return label + ": " + time(elapsedNs) + " of " + time(lengthNs) + ", " + count(done) + " " +
                unit + ", " + rate + ", " + time(Math.max(0, lengthNs - elapsedNs)) + " left";
        }

        final double toDoByDone = Math.max(0, total - done) / (double)done;

        return label + ": " + count(done) + " of " + count(total) + " " + unit + ", " + rate + ", " +
            (done == 0 ? "time left unknown" : time((long)(elapsedNs * toDoByDone)) + " left");
    }

    private static String count(final long value)
    {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String time(final long ns)
    {
        final long seconds = Math.round(ns / NS_PER_S);
        final long minutes = seconds / MINUTE_S;
        if (minutes == 0)
        {
            return seconds + "s";
        }

        return minutes < MINUTE_S ? minutes + "m " + seconds % MINUTE_S + "s" :
            minutes / MINUTE_S + "h " + minutes % MINUTE_S + "m";
    }

    /*
     * It is standard error that counts, and Java's console tells of the other two only. Where the system does
     * not say what standard error is, plain lines do no harm.
     */
    private static boolean isTerminal()
    {
        if ("dumb".equals(System.getenv("TERM")))
        {
            return false;
        }
        try
        {
            final String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();

            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") ||
                target.equals("/dev/console");
        }
        catch (final IOException | UnsupportedOperationException ignored)
        {
            return false;
        }
    }
}
