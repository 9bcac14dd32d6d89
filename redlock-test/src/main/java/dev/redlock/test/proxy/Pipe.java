// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/**
 * One direction of one connection: reads from its source, keeps in order what may not pass yet, writes to its
 * sink.
 * <p>
 * All methods are called under the proxy's lock.
 */
final class Pipe
{
    /**
     * No time at which anything will have to be done.
     */
    static final long NEVER = Long.MAX_VALUE;

    private static final int MAX_BURSTS = 256;

    private final Backlog backlog = new Backlog();
    private final Flow flow;
    private final Consumer<Cut> onCut;
    private final SocketChannel source;
    private final SocketChannel sink;
    private Gate gate;
    private boolean isDeaf;
    private boolean isEnded;
    private boolean isFinished;
    private boolean isBlocked;
    private long lastDueNs;

    /**
     * @param onCut cuts the connection, both ends of it.
     */
    Pipe(final Flow flow, final Consumer<Cut> onCut, final SocketChannel source, final SocketChannel sink)
    {
        this.flow = flow;
        this.onCut = onCut;
        this.source = source;
        this.sink = sink;
        gate = flow.gate();
        lastDueNs = System.nanoTime();
    }

    /**
     * The earlier of two instants, each of which may be {@link #NEVER}.
     */
    static long earlier(final long oneNs, final long otherNs)
    {
        if (oneNs == NEVER || otherNs == NEVER)
        {
            return oneNs == NEVER ? otherNs : oneNs;
        }

        return oneNs - otherNs < 0 ? oneNs : otherNs;
    }

    /**
     * Whether the source has ended.
     */
    boolean isEnded()
    {
        return isEnded;
    }

    /**
     * Whether this direction is finished: the source has ended, and its end was passed on, has no receiver,
     * or was swallowed.
     */
    boolean isThrough()
    {
        return isEnded && (isFinished || isDeaf);
    }

    boolean wantsToRead()
    {
        return !isEnded && backlog.room() > 0;
    }

    boolean isBlocked()
    {
        return isBlocked;
    }

    void blocked(final boolean value)
    {
        isBlocked = value;
    }

    /**
     * Opens or shuts the gate. A pipe that begins to drop also drops its content.
     */
    void gate(final Gate value)
    {
        gate = value;
        if (gate == Gate.DROPPING && !backlog.isEmpty())
        {
            deafen();
        }
    }

    /**
     * Swallows its content and everything later: nothing may follow a gap.
     */
    void deafen()
    {
        discard();
        isDeaf = true;
    }

    /**
     * There is no receiver any more: drops its content and everything later.
     */
    void finish()
    {
        discard();
        isFinished = true;
        isBlocked = false;
    }

    /**
     * Reads once from the source.
     */
    void read(final ByteBuffer scratch)
    {
        scratch.clear().limit(Math.min(scratch.capacity(), backlog.room()));
        final int length;
        try
        {
            length = source.read(scratch);
        }
        catch (final IOException ignored)
        {
            end(Cut.RESET);
            return;
        }

        if (length < 0)
        {
            end(Cut.FIN);
        }
        else if (length > 0 && isSwallowing())
        {
            flow.ledger().swallowed(length);
        }
        else if (length > 0)
        {
            backlog.add(new Parcel(scratch.flip(), dueNs()));
            flow.ledger().entered(length);
        }
    }

    /**
     * The source has ended; its end follows the bytes. An RST behind bytes is passed on as FIN: it would
     * destroy those that the sink has not read, and they must arrive.
     */
    void end(final Cut how)
    {
        isEnded = true;
        if (!isSwallowing())
        {
            backlog.add(new Parcel(backlog.isEmpty() ? how : Cut.FIN, dueNs()));
        }
    }

    /**
     * Writes what may go now.
     *
     * @return the instant at which more may go, or {@link #NEVER} when that depends on something else.
     */
    long write(final ByteBuffer scratch, final long nowNs)
    {
        for (int i = 0; i < MAX_BURSTS; i++)
        {
            if (gate != Gate.OPEN || isBlocked || backlog.isEmpty())
            {
                return NEVER;
            }

            final Parcel head = backlog.head();
            if (head.dueNs - nowNs > 0)
            {
                return head.dueNs;
            }
            if (head.isEnd())
            {
                passEnd(head.end);
                return NEVER;
            }

            pass(Math.min(flow.mostAtOnce(), backlog.dueBytes(scratch.capacity(), nowNs)), scratch);
        }

        return nowNs;
    }

    private void pass(final int burst, final ByteBuffer scratch)
    {
        final int length = flow.ledger().untilCut(burst);
        scratch.clear().limit(length);
        backlog.copyTo(scratch);

        final int written;
        try
        {
            written = sink.write(scratch.flip());
        }
        catch (final IOException ignored)
        {
            finish();
            return;
        }

        backlog.take(written);
        flow.ledger().left(written);
        isBlocked = written < length;

        final Cut cut = flow.ledger().takeCut();
        if (cut != null)
        {
            onCut.accept(cut);
        }
    }

    private void passEnd(final Cut how)
    {
        if (how == Cut.RESET)
        {
            onCut.accept(how);
            return;
        }

        try
        {
            sink.shutdownOutput();
        }
        catch (final IOException ignored)
        {
            // The sink is already closed.
        }
        finish();
    }

    private boolean isSwallowing()
    {
        isDeaf |= gate == Gate.DROPPING;

        return isDeaf || isFinished;
    }

    private void discard()
    {
        flow.ledger().discarded(backlog.bytes());
        backlog.clear();
    }

    /*
     * Counted from the arrival, so that delays of successive bytes overlap, as on a long wire. The clock is
     * read after the bytes, so that none is early. Never before earlier bytes: jitter changes distances, not
     * the order.
     */
    private long dueNs()
    {
        final long dueNs = System.nanoTime() + flow.drawDelayNs();
        if (dueNs - lastDueNs > 0)
        {
            lastDueNs = dueNs;
        }

        return lastDueNs;
    }
}
