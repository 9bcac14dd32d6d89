// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import dev.redlock.test.memory.commands.Keyspace;
import dev.redlock.test.memory.commands.NodeReply;

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
    private final BooleanSupplier isRunning;
    private final long everyNs;
    private final Runnable onWritten;
    private long onDisk;
    private boolean isEarly;
    private long stalledUntilNs = Long.MIN_VALUE;

    AppendOnlyFile(final World world, final Keyspace keys, final BooleanSupplier isRunning,
        final long everyNs, final Runnable onWritten)
    {
        this.world = world;
        this.keys = keys;
        this.isRunning = isRunning;
        this.everyNs = everyNs;
        this.onWritten = onWritten;
        write();
    }

    private void write()
    {
        if (isRunning.getAsBoolean() && world.nowNs() >= stalledUntilNs)
        {
            keys.save();
            onDisk = keys.changes();
            onWritten.run();
            waits.removeIf(this::answerIfOver);
        }
        world.at(world.nowNs() + everyNs, this::write);
    }

    /**
     * The disk takes nothing for a while.
     */
    void stall(final long durationNs)
    {
        stalledUntilNs = world.nowNs() + durationNs;
    }

    /**
     * Whether it says at once that all is on the disk, as servers with an error do.
     */
    void confirmEarly(final boolean isAtOnce)
    {
        isEarly = isAtOnce;
    }

    /**
     * WAITAOF: answers a client when its last write is on the disk, or when its time is over.
     *
     * @param written what had changed when it last wrote.
     */
    void await(final Consumer<NodeReply> client, final long written, final long timeoutMs)
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
        final boolean isOnDisk = isEarly || wait.written <= onDisk;
        final boolean isOver = isOnDisk || world.nowNs() >= wait.untilNs;
        if (isOver && isRunning.getAsBoolean())
        {
            wait.client.accept(NodeReply.list(List.of(
                NodeReply.number(isOnDisk ? 1 : 0).answer(), NodeReply.number(0).answer())));
        }

        return isOver && isRunning.getAsBoolean();
    }

    /**
     * The node died: nobody waits any more.
     */
    void stop()
    {
        waits.clear();
    }

    private record Wait(Consumer<NodeReply> client, long written, long untilNs)
    {
    }
}
