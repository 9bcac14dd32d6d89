// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import dev.redlock.LockHandle;
import dev.redlock.NodeVote;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Quorum;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespClient;

/**
 * Every pattern of nodes on which somebody else holds the key, for every number of nodes up to seven: an
 * attempt wins if, and only if, enough nodes are free; on a loss no key of ours is left anywhere long
 * before it expires; the other's keys are never touched.
 */
public abstract class QuorumTruthTable extends SharedNodes
{
    private static final int MAX_NODES = 7;
    private static final String FOREIGN = "somebody else";
    private static final long NO_EXPIRY = -1;

    private List<RespClient> witnesses;

    @Override
    protected int nodeCount()
    {
        return MAX_NODES;
    }

    @BeforeAll
    void startWitnesses()
    {
        witnesses = IntStream.range(0, MAX_NODES).mapToObj(i -> nodes.server(i).client()).toList();
    }

    @AfterAll
    void stopWitnesses()
    {
        witnesses.forEach(RespClient::close);
    }

    @TestFactory
    Stream<DynamicTest> shouldWinIfAndOnlyIfAMajorityIsFree()
    {
        return IntStream.rangeClosed(1, MAX_NODES).mapToObj(n -> row(n, Quorum.majority(n)));
    }

    @TestFactory
    Stream<DynamicTest> shouldWinIfAndOnlyIfAQuorumAboveTheMajorityIsFree()
    {
        return IntStream.rangeClosed(1, MAX_NODES).boxed().flatMap(n ->
            IntStream.rangeClosed(Quorum.majority(n) + 1, n).mapToObj(quorum -> row(n, quorum)));
    }

    private DynamicTest row(final int nodeCount, final int quorum)
    {
        return DynamicTest.dynamicTest(nodeCount + " nodes, quorum " + quorum, () ->
        {
            try (Redlock redlock = up(patient(nodes.uris().subList(0, nodeCount)).quorum(quorum)))
            {
                for (int mask = 0; mask < 1 << nodeCount; mask++)
                {
                    checkMask(redlock, nodeCount, quorum, mask);
                }
            }
        });
    }

    private void checkMask(final Redlock redlock, final int nodeCount, final int quorum, final int mask)
    {
        final String key = nodeCount + "/" + quorum + "/" + Integer.toBinaryString(mask);
        final boolean isEnoughFree = nodeCount - Integer.bitCount(mask) >= quorum;
        for (int i = 0; i < nodeCount; i++)
        {
            if (isForeign(mask, i))
            {
                witnesses.get(i).call("SET", key, FOREIGN);
            }
        }

        try (LockHandle handle = redlock.handle(key))
        {
            final long term = handle.tryAcquire();
            assertThat(Outcome.of(term)).as("%s, %s", key, handle.votes())
                .isEqualTo(isEnoughFree ? Outcome.ACQUIRED : Outcome.CONTENDED);
            assertThat(handle.isHeld()).as(key).isEqualTo(isEnoughFree);
            checkVotes(key, handle.votes(), mask);
            if (isEnoughFree)
            {
                assertThat(handle.release(term)).as(key).isEqualTo(Outcome.RELEASED);
            }
        }
        Await.parking().until(key + " only where it was before", SOON,
            () -> found(key, nodeCount), found -> found.equals(expected(mask, nodeCount)));
    }

    /*
     * A node may be undecided when the others have decided, but none may contradict the truth.
     */
    private static void checkVotes(final String key, final List<NodeVote> votes, final int mask)
    {
        for (int i = 0; i < votes.size(); i++)
        {
            assertThat(votes.get(i).cause()).as("%s, vote of node %s", key, i)
                .isIn(Cause.PENDING, isForeign(mask, i) ? Cause.HELD_BY_ANOTHER : Cause.GRANTED);
        }
    }

    private List<Object> found(final String key, final int nodeCount)
    {
        for (int i = 0; i < nodeCount; i++)
        {
            witnesses.get(i).send("GET", key);
            witnesses.get(i).send("PTTL", key);
        }

        final List<Object> found = new ArrayList<>();
        for (int i = 0; i < nodeCount; i++)
        {
            final Object value = witnesses.get(i).receive();
            final Object ttlMs = witnesses.get(i).receive();
            found.add(value == null ? "free" : FOREIGN.equals(value) ? value + " for " + ttlMs : "ours");
        }

        return found;
    }

    private static List<Object> expected(final int mask, final int nodeCount)
    {
        final List<Object> expected = new ArrayList<>();
        for (int i = 0; i < nodeCount; i++)
        {
            expected.add(isForeign(mask, i) ? FOREIGN + " for " + NO_EXPIRY : "free");
        }

        return expected;
    }

    private static boolean isForeign(final int mask, final int nodeIndex)
    {
        return (mask & 1 << nodeIndex) != 0;
    }
}
