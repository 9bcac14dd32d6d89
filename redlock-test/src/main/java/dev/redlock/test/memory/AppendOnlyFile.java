// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * What a node has on its disk: everything up to the last time that it was written there, at a steady beat, as
 * with {@code appendfsync everysec}. What came since dies with the node.
 */
final class AppendOnlyFile
{
    private static final long NS_PER_MS = 1_000_000;

    private final List<Wait> waits = new ArrayList<>();
    private final World world;
    private final Keyspace keys;
    private final NodeThread thread;
    private final long everyNs;
    private long onDisk;

    AppendOnlyFile(final World world, final Keyspace keys, final NodeThread thread, final long everyNs)
    {
        this.world = world;
        this.keys = keys;
        this.thread = thread;
        this.everyNs = everyNs;
        write();
    }

    private void write()
    {
        if (thread.isRunning())
        {
            keys.save();
            onDisk = keys.changes();
            waits.removeIf(this::answerIfOver);
        }
        world.at(world.nowNs() + everyNs, this::write);
    }

    /**
     * WAITAOF: answers a client when its last write is on the disk, or when its time is over.
     *
     * @param written what had changed when it last wrote.
     */
    void await(final NodeThread.Client client, final long written, final long timeoutMs)
    {
        final Wait wait = new Wait(client, written, world.nowNs() + timeoutMs * NS_PER_MS);
        if (!answerIfOver(wait))
        {
            waits.add(wait);
            world.at(wait.untilNs, () -> waits.removeIf(this::answerIfOver));
        }
    }

    private boolean answerIfOver(final Wait wait)
    {
        final boolean isOnDisk = wait.written <= onDisk;
        final boolean isOver = isOnDisk || world.nowNs() >= wait.untilNs;
        if (isOver && thread.isRunning())
        {
            wait.client.reply(NodeReply.list(List.of(
                NodeReply.number(isOnDisk ? 1 : 0).answer(), NodeReply.number(0).answer())));
        }

        return isOver && thread.isRunning();
    }

    /**
     * The node died: nobody waits any more.
     */
    void stop()
    {
        waits.clear();
    }

    private record Wait(NodeThread.Client client, long written, long untilNs)
    {
    }
}
