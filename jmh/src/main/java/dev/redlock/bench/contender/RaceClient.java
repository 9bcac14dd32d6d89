// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.nio.ByteBuffer;
import java.util.Random;

/**
 * One of several clients that want the same lock at the same time, over real servers and a wire whose delays
 * are drawn. Driven by one thread together with the others, so that what differs is the order of sending.
 */
final class RaceClient implements AutoCloseable
{
    /*
     * A request is on its way until its arrival, when it is written to the server's socket; the reply is seen
     * when it has come all the way back. The server decides, by what arrived first.
     */
    private final FloorNode[] nodes;
    private final ByteBuffer set;
    private final ByteBuffer release;
    private final SendingOrder order;
    private final int quorum;
    private final long[] baseNs;
    private final long[] arriveNs;
    private final long[] seenNs;
    private final boolean[] isSent;
    private final boolean[] isAnswered;
    private final int[] sequence;
    private long startNs;
    private int begun;
    private int granted;
    private int refused;
    private long decidedNs;

    RaceClient(final Target target, final int index, final SendingOrder order, final long[] baseNs)
    {
        final int count = target.uris().size();
        this.order = order;
        this.baseNs = baseNs.clone();
        quorum = target.quorum();
        nodes = new FloorNode[count];
        arriveNs = new long[count];
        seenNs = new long[count];
        isSent = new boolean[count];
        isAnswered = new boolean[count];
        sequence = order.sequence(baseNs);
        final String token = "race-token-of-client" + index;
        set = FloorFrames.set("race", token, target.ttlMs());
        release = FloorFrames.release("race", token, false);
        for (int i = 0; i < count; i++)
        {
            nodes[i] = new FloorNode(target.uris().get(i));
        }
    }

    void begin(final long atNs, final Random random, final long jitterNs)
    {
        startNs = atNs;
        begun = 0;
        granted = 0;
        refused = 0;
        decidedNs = 0;
        for (int i = 0; i < nodes.length; i++)
        {
            isSent[i] = false;
            isAnswered[i] = false;
            seenNs[i] = 0;
        }
        final int atOnce = order.isParallel() ? nodes.length : 1;
        for (int i = 0; i < atOnce; i++)
        {
            depart(atNs, random, jitterNs);
        }
    }

    private void depart(final long atNs, final Random random, final long jitterNs)
    {
        final int node = sequence[begun];
        begun++;
        arriveNs[node] = atNs + wireNs(node, random, jitterNs);
    }

    private long wireNs(final int node, final Random random, final long jitterNs)
    {
        return baseNs[node] + (long)(random.nextDouble() * jitterNs);
    }

    /**
     * Does what is due.
     */
    void poll(final long nowNs, final Random random, final long jitterNs)
    {
        for (int k = 0; k < begun; k++)
        {
            final int node = sequence[k];
            if (!isSent[node])
            {
                if (nowNs - arriveNs[node] >= 0)
                {
                    nodes[node].send(set, 1);
                    isSent[node] = true;
                }
            }
            else if (seenNs[node] == 0)
            {
                nodes[node].receive();
                seenNs[node] = nodes[node].isDone() ? nowNs + wireNs(node, random, jitterNs) : 0;
            }
            else if (!isAnswered[node] && nowNs - seenNs[node] >= 0)
            {
                onAnswer(node, nowNs, random, jitterNs);
            }
        }
    }

    private void onAnswer(final int node, final long nowNs, final Random random, final long jitterNs)
    {
        isAnswered[node] = true;
        if (nodes[node].isGranted())
        {
            granted++;
        }
        else
        {
            refused++;
        }
        final boolean isDecided = granted >= quorum || refused > nodes.length - quorum;
        if (isDecided && decidedNs == 0)
        {
            decidedNs = nowNs - startNs;
        }
        if (!isDecided && begun < nodes.length)
        {
            depart(nowNs, random, jitterNs);
        }
    }

    /**
     * Whether all that was asked is answered, and nothing more is to be asked.
     */
    boolean isOver()
    {
        for (int k = 0; k < begun; k++)
        {
            if (!isAnswered[sequence[k]])
            {
                return false;
            }
        }

        return decidedNs != 0;
    }

    boolean hasWon()
    {
        return granted >= quorum;
    }

    long decidedNs()
    {
        return decidedNs;
    }

    void release()
    {
        for (int k = 0; k < begun; k++)
        {
            nodes[sequence[k]].send(release, 1);
        }
        for (int k = 0; k < begun; k++)
        {
            while (!nodes[sequence[k]].isDone())
            {
                nodes[sequence[k]].receive();
            }
        }
    }

    @Override
    public void close()
    {
        for (final FloorNode node : nodes)
        {
            node.close();
        }
    }
}
