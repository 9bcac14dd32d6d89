// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

import dev.redlock.load.Load;
import dev.redlock.load.Recording;
import dev.redlock.load.Window;
import dev.redlock.outcome.Outcome;

/**
 * The floor for many locks: all are acquired in one write per node, then all are released in one. Waits in
 * a selector, as the servers need the processors; every reply is awaited.
 */
final class FloorFleet implements Load
{
    private final FloorNode[] nodes;
    private final ByteBuffer sets;
    private final ByteBuffer releases;
    private final int count;
    private final int quorum;

    FloorFleet(final FloorNode[] nodes, final String[] keys, final Target target)
    {
        this.nodes = nodes;
        count = keys.length;
        quorum = target.quorum();
        final ByteBuffer[] setFrames = new ByteBuffer[count];
        final ByteBuffer[] releaseFrames = new ByteBuffer[count];
        for (int i = 0; i < count; i++)
        {
            setFrames[i] = FloorFrames.set(keys[i], target.ttlMs());
            releaseFrames[i] = FloorFrames.release(keys[i]);
        }
        sets = joined(setFrames);
        releases = joined(releaseFrames);
    }

    private static ByteBuffer joined(final ByteBuffer[] frames)
    {
        int bytes = 0;
        for (final ByteBuffer frame : frames)
        {
            bytes += frame.remaining();
        }
        final ByteBuffer all = ByteBuffer.allocateDirect(bytes);
        for (final ByteBuffer frame : frames)
        {
            all.put(frame);
        }

        return all.flip();
    }

    @Override
    public void run(final Recording recording)
    {
        final Window window = recording.window();
        try (Selector selector = Selector.open())
        {
            for (final FloorNode node : nodes)
            {
                node.channel().register(selector, SelectionKey.OP_READ, node);
            }
            for (long nowNs = System.nanoTime(); !window.isOver(nowNs); nowNs = System.nanoTime())
            {
                batch(selector, nowNs, recording);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the selector of the floor failed", ex);
        }
    }

    private void batch(final Selector selector, final long begunNs, final Recording recording)
        throws IOException
    {
        final boolean isAcquired = exchange(selector, sets);
        final long acquiredNs = System.nanoTime();
        final boolean isReleased = exchange(selector, releases);
        final long releasedNs = System.nanoTime();
        for (int i = 0; i < count; i++)
        {
            if (isAcquired && isReleased)
            {
                recording.cycle(begunNs, begunNs, acquiredNs, releasedNs);
            }
            else
            {
                recording.failure(Outcome.UNKNOWN, begunNs);
            }
        }
    }

    private boolean exchange(final Selector selector, final ByteBuffer frames) throws IOException
    {
        final long before = granted();
        for (final FloorNode node : nodes)
        {
            node.send(frames, count);
        }
        while (isOpen())
        {
            selector.select((key) -> ((FloorNode)key.attachment()).receive());
        }

        return granted() - before >= (long)quorum * count;
    }

    private boolean isOpen()
    {
        for (final FloorNode node : nodes)
        {
            if (!node.isDone() && !node.isDown())
            {
                return true;
            }
        }

        return false;
    }

    private long granted()
    {
        long sum = 0;
        for (final FloorNode node : nodes)
        {
            sum += node.granted();
        }

        return sum;
    }
}
