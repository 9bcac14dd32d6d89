// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import dev.redlock.load.Load;

/**
 * The floor: the same frames over one non-blocking channel per node, and nothing else. No token is drawn, no
 * clock is read, no validity computed, no late vote taken back. Writes to all nodes, then reads in turn,
 * without a selector, until a quorum has answered.
 */
final class FloorContender implements Contender
{
    private static final int SPINS_PER_LOOK = 1 << 16;
    private static final long PATIENCE_NS = 5_000_000_000L;

    private final FloorNode[] nodes;
    private final Target target;

    FloorContender(final Target target)
    {
        this.target = target;
        final List<FloorNode> connected = new ArrayList<>();
        target.uris().forEach((uri) -> connected.add(new FloorNode(uri)));
        nodes = connected.toArray(new FloorNode[0]);
    }

    @Override
    public Mutex mutex(final String key)
    {
        return new FloorMutex(
            FloorFrames.set(key, target.ttlMs()), FloorFrames.release(key), target.quorum());
    }

    @Override
    public Load fleet(final String[] keys)
    {
        return new FloorFleet(nodes, keys, target);
    }

    @Override
    public void close()
    {
        for (final FloorNode node : nodes)
        {
            node.close();
        }
    }

    private final class FloorMutex implements Mutex
    {
        private final ByteBuffer set;
        private final ByteBuffer release;
        private final int quorum;

        FloorMutex(final ByteBuffer set, final ByteBuffer release, final int quorum)
        {
            this.set = set;
            this.release = release;
            this.quorum = quorum;
        }

        @Override
        public boolean acquire(final long withinNs)
        {
            return ask(set);
        }

        @Override
        public boolean release()
        {
            return ask(release);
        }

        private boolean ask(final ByteBuffer frame)
        {
            for (final FloorNode node : nodes)
            {
                node.send(frame, 1);
            }

            long deadlineNs = 0;
            for (int spins = 1; true; spins++)
            {
                int granted = 0;
                int open = 0;
                for (final FloorNode node : nodes)
                {
                    node.receive();
                    granted += node.isGranted() ? 1 : 0;
                    open += node.isDone() || node.isDown() ? 0 : 1;
                }
                if (granted >= quorum || granted + open < quorum)
                {
                    return granted >= quorum;
                }
                if (spins % SPINS_PER_LOOK == 0)
                {
                    final long nowNs = System.nanoTime();
                    deadlineNs = deadlineNs == 0 ? nowNs + PATIENCE_NS : deadlineNs;
                    if (deadlineNs - nowNs < 0)
                    {
                        return false;
                    }
                }
            }
        }
    }
}
