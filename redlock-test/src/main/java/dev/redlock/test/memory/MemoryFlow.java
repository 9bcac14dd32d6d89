// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What happens to the messages that go one way between one client and one node, on all connections between
 * them. Speaks the language of {@link dev.redlock.test.proxy.Flow}, in virtual time.
 * <p>
 * Within a connection the order stays, whatever the delays, and nothing is lost but with the connection. The
 * end of a connection goes the way of the messages, after them.
 */
public final class MemoryFlow
{
    enum Gate
    {
        OPEN,
        HELD,
        DROPPING
    }

    static final long USUAL_DELAY_NS = 50_000;

    private final List<MemoryPipe> pipes = new ArrayList<>();
    private final MemoryNetwork network;
    private final SplittableRandom random;
    private long delayNs;
    private long spreadNs;
    private Gate gate = Gate.OPEN;

    MemoryFlow(final MemoryNetwork network, final SplittableRandom random)
    {
        this.network = network;
        this.random = random;
        delay(network.usualDelayNs(), network.usualSpreadNs());
    }

    /**
     * Every message arrives so much later than it was sent. Without a word it is the network's usual delay.
     *
     * @param fixedNs how much later, 0 or more.
     */
    public void delay(final long fixedNs)
    {
        delay(fixedNs, 0);
    }

    /**
     * As {@link #delay(long)}, by an amount that is drawn anew, evenly, for every message.
     *
     * @param atLeastNs   the smallest delay.
     * @param newSpreadNs what may come on top of it.
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
     * No message passes, on present and future connections; they pile up until {@link #release()}: a
     * partition that heals.
     */
    public void hold()
    {
        gate(Gate.HELD, Gate.HELD);
    }

    /**
     * As {@link #hold()}, on the present connections only. A client that connects again gets through, and
     * {@link #release()} then delivers its old messages after the new ones.
     */
    public void holdExisting()
    {
        gate(Gate.HELD, gate);
    }

    /**
     * Ends the holding and the dropping. What was held goes on in order; a connection that has lost messages
     * by {@link #drop()} stays deaf.
     */
    public void release()
    {
        gate(Gate.OPEN, Gate.OPEN);
    }

    /**
     * Swallows everything, ends of connections too, on present and future connections: the peer has vanished
     * without a word.
     */
    public void drop()
    {
        gate(Gate.DROPPING, Gate.DROPPING);
    }

    /**
     * As {@link #drop()}, on the present connections only.
     */
    public void dropExisting()
    {
        gate(Gate.DROPPING, gate);
    }

    /**
     * Back to fair weather: the usual delay, and nothing held or dropped.
     */
    public void clear()
    {
        delay(network.usualDelayNs(), network.usualSpreadNs());
        release();
    }

    /**
     * Messages that are under way, whatever keeps them.
     *
     * @return how many at this moment, ends of connections among them.
     */
    public int heldMessages()
    {
        return pipes.stream().mapToInt(MemoryPipe::messages).sum();
    }

    MemoryPipe open()
    {
        final MemoryPipe pipe = new MemoryPipe(network, this, gate);
        pipes.add(pipe);

        return pipe;
    }

    void closed(final MemoryPipe pipe)
    {
        pipes.remove(pipe);
    }

    long drawDelayNs()
    {
        return spreadNs == 0 ? delayNs : delayNs + random.nextLong(spreadNs + 1);
    }

    private void gate(final Gate present, final Gate future)
    {
        gate = future;
        pipes.forEach((pipe) -> pipe.gate(present));
    }
}
