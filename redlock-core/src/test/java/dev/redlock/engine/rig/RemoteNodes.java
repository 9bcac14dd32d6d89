// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.QuarantineLevel;

/**
 * Nodes of an {@link EngineRig} that are a network away: each reads its clock, which is its own, in the
 * middle of a round trip. Until told otherwise they answer whatever they are asked, and grant it.
 */
public final class RemoteNodes
{
    private static final long MS = Limits.MS;
    private static final double TICK_MS = 0.25;
    private static final double IDLE_TICK_MS = 1;
    private static final double LONGEST_WAIT_MS = 120_000;

    public final EngineRig rig;
    private final Map<Sent, Long> readUs = new IdentityHashMap<>();
    private final double[] tripMs;
    private final double[] aheadMs;
    private final double[] sinceMs;
    private final double[] percent;
    private final boolean[] isMute;
    private boolean areVoting = true;

    private RemoteNodes(final EngineRig rig)
    {
        this.rig = rig;
        final int nodes = rig.nodeCount();
        tripMs = new double[nodes];
        Arrays.fill(tripMs, 1);
        aheadMs = new double[nodes];
        sinceMs = new double[nodes];
        percent = new double[nodes];
        isMute = new boolean[nodes];
        nodes().forEach((node) -> rig.silence(node, true));
    }

    /**
     * Nodes that have answered some heartbeats.
     */
    @SafeVarargs
    public static RemoteNodes of(final int nodes, final Consumer<EngineConfig.Draft>... changes)
    {
        final EngineConfig config = Limits.of(nodes, (set) ->
        {
            set.quarantine = QuarantineLevel.RESTART;
            for (final Consumer<EngineConfig.Draft> change : changes)
            {
                change.accept(set);
            }
        });

        return new RemoteNodes(EngineRig.of(config)).passes(50).beats(4);
    }

    private IntStream nodes()
    {
        return IntStream.range(0, rig.nodeCount());
    }

    private double nowMs()
    {
        return (double)rig.elapsedNs() / MS;
    }

    private double aheadMs(final int node)
    {
        return aheadMs[node] + (nowMs() - sinceMs[node]) * percent[node] / 100;
    }

    public RemoteNodes trips(final double ms, final int... of)
    {
        Arrays.stream(of).forEach((node) -> tripMs[node] = ms);

        return this;
    }

    public RemoteNodes steps(final double ms, final int... of)
    {
        Arrays.stream(of).forEach((node) -> aheadMs[node] += ms);

        return this;
    }

    public RemoteNodes gains(final double newPercent, final int... of)
    {
        for (final int node : of)
        {
            aheadMs[node] = aheadMs(node);
            sinceMs[node] = nowMs();
            percent[node] = newPercent;
        }

        return this;
    }

    /**
     * Our own monotonic clock stands still, for so much of all others' time.
     */
    public RemoteNodes pauses(final double ms)
    {
        return steps(ms, nodes().toArray());
    }

    public RemoteNodes mute(final int... those)
    {
        Arrays.stream(those).forEach((node) -> isMute[node] = true);

        return this;
    }

    /**
     * Answers the next questions of a node as it did some time ago, with its clock so far ahead: our thread
     * has stood still since.
     */
    public RemoteNodes answersLate(
        final int node, final int count, final double agoMs, final double wasAheadMs)
    {
        for (int i = 0; i < count; i++)
        {
            answer(rig.transport.open(node).get(0),
                Replies.START_US + Math.round((nowMs() - agoMs + wasAheadMs) * 1_000));
        }

        return this;
    }

    public RemoteNodes answersAllLate(final int node, final double agoMs, final double wasAheadMs)
    {
        return answersLate(node, rig.transport.open(node).size(), agoMs, wasAheadMs);
    }

    /**
     * From now on the test answers what is no heartbeat.
     */
    public RemoteNodes leavesVotes()
    {
        areVoting = false;

        return this;
    }

    public RemoteNodes passes(final double ms)
    {
        final double untilMs = nowMs() + ms;
        while (nowMs() < untilMs)
        {
            final double tickMs = isAnythingOpen() ? TICK_MS : Math.min(IDLE_TICK_MS, untilMs - nowMs());
            rig.advance((long)(tickMs * MS));
            nodes().forEach(this::answer);
        }

        return this;
    }

    private boolean isAnythingOpen()
    {
        return nodes().anyMatch((node) -> !rig.transport.open(node).isEmpty());
    }

    /**
     * Until just after the next heartbeat was answered.
     */
    public RemoteNodes beats(final int count)
    {
        return beatsOf(0, count);
    }

    public RemoteNodes beatsOf(final int node, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            asks(node).passes(1 + longestTripMs());
        }

        return this;
    }

    private double longestTripMs()
    {
        return nodes().filter((node) -> !isMute[node]).mapToDouble((node) -> tripMs[node]).max().orElse(0);
    }

    /**
     * Until just after the next heartbeat was sent.
     */
    public RemoteNodes asks(final int node)
    {
        final int sent = rig.transport.sent.size();
        final double askedMs = nowMs();
        while (!isAskedAfter(node, sent))
        {
            passes(TICK_MS);
            assertThat(nowMs()).as("node %d is not asked", node).isLessThan(askedMs + LONGEST_WAIT_MS);
        }

        return this;
    }

    private boolean isAskedAfter(final int node, final int sent)
    {
        return rig.transport.sent.subList(sent, rig.transport.sent.size()).stream()
            .anyMatch((later) -> later.node == node && later.kind == OperationKind.TIME);
    }

    /**
     * Waits for the next attempt to connect, which succeeds.
     */
    public RemoteNodes comesUp(final int node)
    {
        while (rig.transport.link(node) != ScriptedTransport.Link.CONNECTING)
        {
            passes(TICK_MS);
        }
        rig.comesUp(node);

        return this;
    }

    private void answer(final int node)
    {
        for (final Sent sent : List.copyOf(rig.transport.open(node)))
        {
            final double ageMs = nowMs() - (double)(sent.atNs - rig.startNs) / MS;
            if (isMute[node] || !sent.isHeartbeat() && !areVoting || ageMs < tripMs[node] / 2)
            {
                return;
            }
            readUs.computeIfAbsent(sent,
                (key) -> Replies.START_US + Math.round((nowMs() + aheadMs(node)) * 1_000));
            if (ageMs >= tripMs[node])
            {
                answer(sent, readUs.remove(sent));
            }
        }
    }

    private void answer(final Sent sent, final long timeUs)
    {
        if (sent.isHeartbeat())
        {
            rig.answers(sent, Replies.beat(sent, timeUs));
        }
        else
        {
            rig.nodeAheadUs(sent.node, timeUs - Replies.START_US - rig.elapsedNs() / 1_000)
                .answers(sent, Replies.granted(sent));
        }
    }

    /**
     * Tells the rig what the clocks show, for votes that the test answers.
     */
    public RemoteNodes showClocks()
    {
        nodes().forEach((node) -> rig.nodeAheadUs(node, Math.round(aheadMs(node) * 1_000)));

        return this;
    }

    boolean isAccused(final int node)
    {
        return rig.news.stream().anyMatch((news) -> news.startsWith("n" + node + " quarantined: CLOCK"));
    }
}
