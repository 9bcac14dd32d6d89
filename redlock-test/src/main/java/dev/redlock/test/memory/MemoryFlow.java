// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What happens to the messages in one direction between one client and one node, on all their connections:
 * like {@link dev.redlock.test.proxy.Flow}, in virtual time.
 * <p>
 * Within a connection the order stays, whatever the delays, and nothing is lost without the connection. The
 * end of a connection follows its messages.
 */
public final class MemoryFlow
{
    private final List<MemoryPipe> pipes = new ArrayList<>();
    private final World world;
    private final SplittableRandom random;
    private long delayNs;
    private long spreadNs;
    private MemoryPipe.Gate gate = MemoryPipe.Gate.OPEN;

    MemoryFlow(final World world, final SplittableRandom random)
    {
        this.world = world;
        this.random = random;
        delay(world.usualDelayNs(), world.usualSpreadNs());
    }

    /**
     * Delays every message. The default is the network's usual delay.
     *
     * @param fixedNs the delay, 0 or more.
     */
    public void delay(final long fixedNs)
    {
        delay(fixedNs, 0);
    }

    /**
     * As {@link #delay(long)}, with a delay that is drawn uniformly for every message.
     *
     * @param atLeastNs   the smallest delay.
     * @param newSpreadNs the most that is added.
     */
    public void delay(final long atLeastNs, final long newSpreadNs)
    {
        if (atLeastNs < 0 || newSpreadNs < 0)
        {
            throw new IllegalArgumentException(
                "delay " + atLeastNs + " ns and spread " + newSpreadNs + " ns must not be negative");
        }
        delayNs = atLeastNs;
        spreadNs = newSpreadNs;
    }

    /**
     * No message passes, on present and future connections, until {@link #release()}: a partition that heals.
     */
    public void hold()
    {
        gate(MemoryPipe.Gate.HELD, MemoryPipe.Gate.HELD);
    }

    /**
     * As {@link #hold()}, on the present connections only. A client that connects again gets through, and
     * {@link #release()} then delivers its old messages after the new ones.
     */
    public void holdExisting()
    {
        gate(MemoryPipe.Gate.HELD, gate);
    }

    /**
     * Ends holding and dropping. Held messages pass in order; a connection that has lost messages by {@link
     * #drop()} stays deaf.
     */
    public void release()
    {
        gate(MemoryPipe.Gate.OPEN, MemoryPipe.Gate.OPEN);
    }

    /**
     * Swallows everything, even ends of connections, on present and future connections: the peer has
     * vanished.
     */
    public void drop()
    {
        gate(MemoryPipe.Gate.DROPPING, MemoryPipe.Gate.DROPPING);
    }

    /**
     * As {@link #drop()}, on the present connections only.
     */
    public void dropExisting()
    {
        gate(MemoryPipe.Gate.DROPPING, gate);
    }

    /**
     * Resets: the usual delay, and nothing held or dropped.
     */
    public void clear()
    {
        delay(world.usualDelayNs(), world.usualSpreadNs());
        release();
    }

    /**
     * Messages in flight, for any reason.
     *
     * @return the number, including ends of connections.
     */
    public int heldMessages()
    {
        return pipes.stream().mapToInt(MemoryPipe::messages).sum();
    }

    MemoryPipe open()
    {
        final MemoryPipe pipe = new MemoryPipe(world, this::drawDelayNs, pipes::remove, gate);
        pipes.add(pipe);

        return pipe;
    }

    private long drawDelayNs()
    {
        return spreadNs == 0 ? delayNs : delayNs + random.nextLong(spreadNs + 1);
    }

    private void gate(final MemoryPipe.Gate present, final MemoryPipe.Gate future)
    {
        gate = future;
        pipes.forEach((pipe) -> pipe.gate(present));
    }
}
