// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.redlock.engine.settings.WaitRule;
import dev.redlock.proof.simulation.judge.Invariant;
import dev.redlock.proof.simulation.judge.LineJudge;
import dev.redlock.proof.simulation.judge.Referee;
import dev.redlock.quorum.Quorum;
import dev.redlock.test.memory.LockWatch;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * All owner tokens of a history: who drew them, what the nodes have promised to them, and where they have
 * been let go. Sees every lock command in the true instant of its execution.
 * <p>
 * A promise is counted with the fastest clock that a node may have; so it is what a client may rely on, not
 * what the node will do.
 */
final class TokenBook implements LockWatch
{
    private static final int ID_BYTES = 4;
    private static final long MILLION = 1_000_000;
    private static final int FIRST_CAPACITY = 512;
    private static final long NOTHING = Long.MIN_VALUE;

    private final MemoryNetwork network;
    private final Referee referee;
    private final Swarm swarm;
    private final LineJudge lines;
    private final Quorum quorum;
    private final int nodeCount;
    private final long fastestPpm;
    private Object[] owners = new Object[FIRST_CAPACITY];
    private int[] keys = new int[FIRST_CAPACITY];
    private final int[][] lastGranted;
    private final int[][] lastSaved;
    private boolean[] isLetGo = new boolean[FIRST_CAPACITY];
    private long[] releasedAt = new long[FIRST_CAPACITY];
    private long[] promisedNs;

    /*
     * As promises are: the highest fencing token with which a node has set the lock, or prolonged it. Then
     * all with which it was set.
     */
    private long[] fences;
    private final Set<Fence> fencesGranted = new HashSet<>();
    private int count;
    private long ghosts;

    /*
     * By node: promises that are not on its disk yet, each a place and an instant. Only if votes are durable.
     */
    private final List<List<long[]>> unwritten;

    TokenBook(final MemoryNetwork network, final Referee referee, final Swarm swarm, final LineJudge lines)
    {
        this.lines = lines;
        this.network = network;
        this.referee = referee;
        this.swarm = swarm;
        quorum = swarm.quorum;
        nodeCount = quorum.nodeCount();
        lastGranted = new int[nodeCount][Swarm.KEYS.length];
        lastSaved = new int[nodeCount][Swarm.KEYS.length];
        fastestPpm = swarm.clockPpm;
        promisedNs = new long[FIRST_CAPACITY * nodeCount];
        Arrays.fill(promisedNs, NOTHING);
        fences = new long[promisedNs.length];
        unwritten = Stream.generate(() -> (List<long[]>)new ArrayList<long[]>()).limit(nodeCount).toList();
        IntStream.range(0, nodeCount).forEach((i) -> network.node(i).watchLocks(this));
    }

    /**
     * Deals tokens; each has its number behind the mailbox, so that it can be recognised.
     */
    void deal(final Object owner, final byte[] block)
    {
        for (int offset = 0; offset < block.length; offset += WaitRule.TOKEN_BYTES - WaitRule.MAILBOX_BYTES)
        {
            if (count == owners.length)
            {
                grow();
            }
            owners[count] = owner;
            for (int i = 0; i < ID_BYTES; i++)
            {
                block[offset + i] = (byte)(count >>> 8 * (ID_BYTES - 1 - i));
            }
            count++;
        }
    }

    static int idOf(final byte[] token)
    {
        int id = 0;
        for (int i = 0; i < ID_BYTES; i++)
        {
            id = id << 8 | token[WaitRule.MAILBOX_BYTES + i] & 0xFF;
        }

        return id;
    }

    Object ownerOf(final int id)
    {
        return owners[id];
    }

    /**
     * SETs that were executed after the release of their token on that node.
     */
    long ghosts()
    {
        return ghosts;
    }

    /**
     * A client asks for a key.
     */
    void isFor(final int id, final int key)
    {
        keys[id] = key;
    }

    /**
     * A client sends a release.
     */
    void letGo(final int id)
    {
        isLetGo[id] = true;
        lines.leaves(id);
    }

    /**
     * A client sends a ticket.
     */
    void stands(final int id)
    {
        lines.stands(id, owners[id], keys[id]);
    }

    boolean hasLetGo(final int id)
    {
        return isLetGo[id];
    }

    /**
     * A client sends something else.
     */
    void use(final int id, final String what)
    {
        if (isLetGo[id])
        {
            referee.complain(Invariant.I5, owners[id] + " sends " + what + " with token " + id +
                ", of which it has sent a release");
        }
    }

    /**
     * A node keeps what it knows now, for the day on which it comes back with it.
     */
    void save(final int nodeIndex)
    {
        lastSaved[nodeIndex] = lastGranted[nodeIndex].clone();
    }

    /**
     * A node is back with what it had saved: by its own fences it judges what may be extended, and that its
     * vote does not count is for the clients to see to.
     */
    void recall(final int nodeIndex)
    {
        lastGranted[nodeIndex] = lastSaved[nodeIndex].clone();
    }

    /**
     * A client has learnt that a node has restarted: the node's promises to it no longer count.
     */
    void forget(final Object client, final int nodeIndex)
    {
        for (int id = 0; id < count; id++)
        {
            if (owners[id] == client)
            {
                promisedNs[id * nodeCount + nodeIndex] = NOTHING;
            }
        }
    }

    /**
     * A client claims to hold until a true instant.
     */
    void claim(final int id, final long untilNs, final long fencingToken, final String who)
    {
        if (untilNs <= network.nowNs())
        {
            return;
        }
        if (isLetGo[id])
        {
            referee.complain(Invariant.I5, who + " claims a lock with token " + id +
                ", of which it has sent a release: a ghost was counted");
        }

        int promises = 0;
        for (int i = 0; i < nodeCount; i++)
        {
            final int place = id * nodeCount + i;
            promises |= promisedNs[place] >= untilNs && fences[place] >= fencingToken ? 1 << i : 0;
        }
        if (!quorum.isMetBy(promises))
        {
            referee.complain(Invariant.I4, who + " claims to hold until " + untilNs + " ns, which takes " +
                quorum + " nodes, but " + Integer.bitCount(promises) + " have promised that long");
        }
    }

    /**
     * A client claims to hold with a fencing token: one that a quorum has granted to it, each node above all
     * that it had granted before.
     */
    void claimToken(final int id, final long fencingToken, final String who)
    {
        int granted = 0;
        for (int i = 0; i < nodeCount; i++)
        {
            granted |= fencesGranted.contains(new Fence(id, i, fencingToken)) ? 1 << i : 0;
        }
        if (fencingToken != 0 && !quorum.isMetBy(granted))
        {
            referee.complain(Invariant.I2, who + " holds with fencing token " + fencingToken +
                ", which takes " + quorum + " nodes, but " + Integer.bitCount(granted) + " have granted it");
        }
    }

    @Override
    public void onFence(final int nodeIndex, final byte[] token, final long fencingToken)
    {
        final int id = idOf(token);
        final int place = id * nodeCount + nodeIndex;
        fences[place] = Math.max(fences[place], fencingToken);
        fencesGranted.add(new Fence(id, nodeIndex, fencingToken));
    }

    @Override
    public void onSet(final int nodeIndex, final byte[] token, final long ttlMs, final boolean isGranted)
    {
        if (isGranted)
        {
            final int id = idOf(token);
            if ((releasedAt[id] & 1L << nodeIndex) != 0)
            {
                ghosts++;
                if (swarm.keepsFences())
                {
                    referee.complain(Invariant.I5, "token " + id + " was set on n" + nodeIndex +
                        ", which had closed it");
                }
            }
            promise(nodeIndex, id, ttlMs);
            lastGranted[nodeIndex][keys[id]] = id;
        }
        else
        {
            lines.keeps(idOf(token), nodeIndex);
        }
    }

    /**
     * A renewal may come after the release, when others have had the lock since: then the node does not know
     * any more that the token was released.
     */
    @Override
    public void onGiven(final int nodeIndex, final byte[] token, final long ttlMs)
    {
        final int id = idOf(token);
        if ((releasedAt[id] & 1L << nodeIndex) != 0)
        {
            ghosts++;
            if (swarm.keepsFences() && lastGranted[nodeIndex][keys[id]] == id)
            {
                referee.complain(Invariant.I5, "token " + id + " was given the lock on n" + nodeIndex +
                    ", which had closed it, and has granted nothing since");
            }
        }
        promise(nodeIndex, id, ttlMs);
        lastGranted[nodeIndex][keys[id]] = id;
    }

    @Override
    public void onExtend(final int nodeIndex, final byte[] token, final long ttlBeforeMs, final long ttlMs,
        final boolean isGranted)
    {
        if (!isGranted)
        {
            return;
        }

        final int id = idOf(token);
        if (ttlBeforeMs < 0 && (!swarm.isFenced || lastGranted[nodeIndex][keys[id]] != id))
        {
            referee.complain(Invariant.I3, "an extension with token " + id + " has created a key on n" +
                nodeIndex);
        }
        if (ttlBeforeMs < 0 && swarm.keepsFences() && (releasedAt[id] & 1L << nodeIndex) != 0)
        {
            referee.complain(Invariant.I5, "an extension with token " + id + " has created a key on n" +
                nodeIndex + ", which had closed it");
        }
        if (ttlMs < ttlBeforeMs && !isLetGo[id])
        {
            referee.complain(Invariant.I4, "an extension with token " + id + " has shortened the life of " +
                "its key on n" + nodeIndex + " from " + ttlBeforeMs + " to " + ttlMs + " ms");
        }
        promise(nodeIndex, id, ttlMs);
    }

    @Override
    public void onRelease(final int nodeIndex, final byte[] token, final boolean isDeleted)
    {
        releasedAt[idOf(token)] |= 1L << nodeIndex;
    }

    /**
     * How long a promise lasts on the fastest clock.
     */
    long leastNs(final long promisedNs)
    {
        return promisedNs / (MILLION + fastestPpm) * MILLION;
    }

    private void promise(final int nodeIndex, final int id, final long ttlMs)
    {
        final long leastNs = leastNs(ttlMs * Swarm.MS);
        final long[] promise = {id * nodeCount + nodeIndex, network.nowNs() + leastNs};
        if (swarm.durability.isGiven())
        {
            unwritten.get(nodeIndex).add(promise);
        }
        else
        {
            count(promise);
        }
    }

    private void count(final long[] promise)
    {
        final int place = (int)promise[0];
        promisedNs[place] = Math.max(promisedNs[place], promise[1]);
    }

    /**
     * All that a node has promised is on its disk: only that counts if votes are durable.
     */
    void written(final int nodeIndex)
    {
        unwritten.get(nodeIndex).forEach(this::count);
        unwritten.get(nodeIndex).clear();
        save(nodeIndex);
    }

    /**
     * A node dies, and what is not on its disk is lost.
     */
    void loseUnwritten(final int nodeIndex)
    {
        unwritten.get(nodeIndex).clear();
    }

    private void grow()
    {
        final int capacity = 2 * owners.length;
        owners = Arrays.copyOf(owners, capacity);
        keys = Arrays.copyOf(keys, capacity);
        isLetGo = Arrays.copyOf(isLetGo, capacity);
        releasedAt = Arrays.copyOf(releasedAt, capacity);
        final int used = promisedNs.length;
        promisedNs = Arrays.copyOf(promisedNs, capacity * nodeCount);
        Arrays.fill(promisedNs, used, promisedNs.length, NOTHING);
        fences = Arrays.copyOf(fences, promisedNs.length);
    }

    /**
     * A grant of a fenced lock.
     */
    private record Fence(int id, int nodeIndex, long token)
    {
    }
}
