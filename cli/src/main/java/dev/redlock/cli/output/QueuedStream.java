// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Bytes for a standard stream, in order, by a daemon thread of its own: whoever has something to say does not
 * wait for a pipe that nobody reads.
 * <p>
 * <b>Threads:</b> any. <b>Limit:</b> 1024 writes wait. What comes on top is dropped and counted, or waits for
 * room. Where no thread can be started, messages are dropped and counted, too; a stream that drops nothing
 * has failed then, and writes no more.
 */
final class QueuedStream extends OutputStream
{
    private static final int ROOM = 1024;
    private static final long IDLE_MS = 1000;
    private static final long LOOK_NS = 1_000_000L;

    private final OutputStream target;
    private final String name;
    private final boolean isDropping;
    private final ThreadPoolExecutor writer;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    private volatile IOException failure;

    /**
     * A stream to which nothing was written; its thread starts with the first bytes, and ends when there has
     * been nothing to write for a second.
     *
     * @param target     where the bytes go.
     * @param name       of the stream, for people.
     * @param isDropping whether what finds no room is dropped, otherwise it waits.
     */
    QueuedStream(final OutputStream target, final String name, final boolean isDropping)
    {
        this(target, name, isDropping, (work) ->
        {
            final Thread thread = new Thread(work, "redlock-" + name.replace(' ', '-'));
            thread.setDaemon(true);

            return thread;
        });
    }

    QueuedStream(final OutputStream target, final String name, final boolean isDropping,
        final ThreadFactory threads)
    {
        this.target = target;
        this.name = name;
        this.isDropping = isDropping;
        writer = new ThreadPoolExecutor(
            1, 1, IDLE_MS, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), threads);
        writer.allowCoreThreadTimeOut(true);
    }

    /**
     * Starts the thread now and keeps it, if there is one to be had: what is said later needs no other, when
     * the machine may have none left.
     */
    void keepThread()
    {
        writer.allowCoreThreadTimeOut(false);
        try
        {
            writer.prestartCoreThread();
        }
        catch (final OutOfMemoryError ignored)
        {
            // The first bytes try again.
        }
    }

    @Override
    public void write(final int value)
    {
        write(new byte[]{(byte)value}, 0, 1);
    }

    @Override
    public void write(final byte[] buffer, final int offset, final int length)
    {
        if (!isDropping)
        {
            awaitFewerThan(ROOM, Long.MAX_VALUE);
        }

        final byte[] bytes = Arrays.copyOfRange(buffer, offset, offset + length);
        boolean isQueued = false;
        try
        {
            if (waiting.incrementAndGet() <= ROOM || !isDropping)
            {
                writer.execute(() -> writeNow(bytes));
                isQueued = true;
            }
        }
        catch (final OutOfMemoryError ignored)
        {
            // The machine has no thread left. The caller goes on.
        }
        if (!isQueued)
        {
            miss();
            waiting.decrementAndGet();
        }
    }

    /*
     * Nothing may follow a gap in results, a notice least of all: whoever parses them would take the rest
     * for the whole.
     */
    private void miss()
    {
        if (isDropping)
        {
            dropped.incrementAndGet();
        }
        else if (failure == null)
        {
            failure = new IOException("no thread could be started for it");
        }
    }

    private void writeNow(final byte[] bytes)
    {
        try
        {
            if (failure == null)
            {
                target.write(bytes);
                final int missing = waiting.get() == 1 ? dropped.getAndSet(0) : 0;
                if (missing > 0)
                {
                    target.write(Prose.format(
                        "redlock: %d messages were dropped, as nobody read %s for a while%n", missing, name)
                        .getBytes(US_ASCII));
                }
            }
        }
        catch (final IOException ex)
        {
            failure = ex;
        }
        finally
        {
            waiting.decrementAndGet();
        }
    }

    /**
     * Waits until all is written, or cannot be. An interrupt does not end it.
     *
     * @param timeoutNs for so long at most.
     */
    void awaitWritten(final long timeoutNs)
    {
        awaitFewerThan(1, timeoutNs);
    }

    private void awaitFewerThan(final int count, final long timeoutNs)
    {
        final long startNs = System.nanoTime();
        boolean wasInterrupted = false;
        while (waiting.get() >= count && System.nanoTime() - startNs < timeoutNs)
        {
            LockSupport.parkNanos(LOOK_NS);
            wasInterrupted |= Thread.interrupted();
        }
        if (wasInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Why not everything could be written.
     *
     * @return null if it could, as far as is known.
     */
    IOException failure()
    {
        return failure;
    }
}
