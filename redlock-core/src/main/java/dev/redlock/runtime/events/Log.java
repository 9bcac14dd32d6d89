// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.events;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Lines to the platform's logger, in order, by a thread of their own: a caller never waits for a
 * file, a terminal or a pipe that is not read. Any thread.
 */
public final class Log
{
    /*
     * Also the first use of the logger, which loads and configures it, is left to that thread. It ends when
     * there is nothing to write, and it is no reason for a JVM to live on.
     */
    private static final int ROOM = 1024;
    private static final long IDLE_MS = 1000;
    private static final long LOOK_NS = 1_000_000L;

    private final ThreadPoolExecutor writer;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    private volatile System.Logger used;
    private volatile Runnable onDropped = () ->
    {
    };

    /**
     * A log to which nothing was said yet; its thread starts with the first line.
     */
    public Log()
    {
        this(Log::newThread);
    }

    Log(final ThreadFactory threads)
    {
        writer = new ThreadPoolExecutor(
            1, 1, IDLE_MS, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), threads);
        writer.allowCoreThreadTimeOut(true);
    }

    private static Thread newThread(final Runnable work)
    {
        final Thread thread = new Thread(work, "redlock-log");
        thread.setDaemon(true);

        return thread;
    }

    /**
     * Counts the lines for which there was no room.
     *
     * @param action called once per line, on the thread that had something to say.
     */
    public void onDropped(final Runnable action)
    {
        onDropped = action;
    }

    /**
     * Writes a line, soon; drops it if there are too many already.
     *
     * @param level     of the line.
     * @param pattern   as of {@link System.Logger#log(System.Logger.Level, String, Object...)}.
     * @param arguments must not change any more.
     */
    public void write(final System.Logger.Level level, final String pattern, final Object... arguments)
    {
        if (isWanted(level))
        {
            queue(() -> log(level, pattern, arguments));
        }
    }

    /**
     * Writes a line with a stack trace, soon; drops it if there are too many already.
     *
     * @param level   of the line.
     * @param message of the line.
     * @param thrown  whose trace follows it.
     */
    public void write(final System.Logger.Level level, final String message, final Throwable thrown)
    {
        if (isWanted(level))
        {
            queue(() -> log(level, message, thrown));
        }
    }

    /*
     * Loggers name the method that calls them: these have a name that can be read.
     */
    private static void log(final System.Logger.Level level, final String pattern, final Object... arguments)
    {
        Logger.LOG.log(level, pattern, arguments);
    }

    private static void log(final System.Logger.Level level, final String message, final Throwable thrown)
    {
        Logger.LOG.log(level, message, thrown);
    }

    /*
     * Lines of an unwanted level must not take the room of others: a client that is closed with thousands of
     * leases logs each. Until the logger has been used, its level is not known.
     */
    private boolean isWanted(final System.Logger.Level level)
    {
        final System.Logger present = used;

        return present == null || present.isLoggable(level);
    }

    private void queue(final Runnable line)
    {
        boolean isQueued = false;
        try
        {
            if (waiting.incrementAndGet() <= ROOM)
            {
                writer.execute(() -> write(line));
                isQueued = true;
            }
        }
        catch (final OutOfMemoryError ignored)
        {
            // The machine has no thread left. The line is dropped; the caller goes on.
        }
        if (!isQueued)
        {
            waiting.decrementAndGet();
            dropped.incrementAndGet();
            onDropped.run();
        }
    }

    private void write(final Runnable line)
    {
        try
        {
            line.run();
            used = Logger.LOG;
            final int missing = dropped.getAndSet(0);
            if (missing > 0)
            {
                log(System.Logger.Level.WARNING, "{0} lines were dropped here, as the logger took none for " +
                    "a while: see what blocks it", missing);
            }
        }
        catch (final Throwable ex)
        {
            // A logger that throws cannot be told so.
            onDropped.run();
        }
        finally
        {
            waiting.decrementAndGet();
        }
    }

    /**
     * The instant at which a time that begins now is over.
     *
     * @param timeoutNs from now on.
     * @return for {@link #flush(long)}.
     */
    public long deadlineNs(final long timeoutNs)
    {
        return System.nanoTime() + timeoutNs;
    }

    /**
     * Waits until all that was said is written, or the deadline has come; the thread ends then, as little is
     * to come. An interrupt does not end it.
     *
     * @param deadlineNs of {@link #deadlineNs(long)}.
     */
    public void flush(final long deadlineNs)
    {
        boolean wasInterrupted = false;
        while (waiting.get() > 0 && deadlineNs - System.nanoTime() > 0)
        {
            LockSupport.parkNanos(LOOK_NS);
            wasInterrupted |= Thread.interrupted();
        }
        writer.setKeepAliveTime(1, TimeUnit.NANOSECONDS);
        if (wasInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Made by the thread that writes.
     */
    private static final class Logger
    {
        private static final System.Logger LOG = System.getLogger("dev.redlock");
    }
}
