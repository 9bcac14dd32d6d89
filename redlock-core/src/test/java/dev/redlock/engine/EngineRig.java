// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.redlock.engine.ScriptedTransport.Link;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.ReleaseMethod;
import dev.redlock.spi.Reply;

/**
 * An engine on a bench: callers on one side, nodes that say what the test has them say on the other, and a
 * clock that the test moves. It starts shortly before the clock's numbers wrap around, so that most tests
 * cross that point. {@link WireLaw} watches every operation; {@link #settle()} at the end of every test
 * brings all to rest and finds what was left behind.
 * <p>
 * A test says on one line what happens and what comes of it: {@code rig.acquires(alice).grants(0, 1,
 * 2).told(alice, "acquired 1")}. For that everything returns the rig, and all of it is in this one file.
 */
final class EngineRig
{
    static final String MARKER = "1|" + "0123456789abcdef".repeat(2) + "|1|the rest";

    private static final int MAX_STEPS_AT_ONE_INSTANT = 1_000;

    final long startNs = Long.MAX_VALUE - 3 * Limits.SECOND;
    final EngineConfig config;
    final WireLaw law;
    final ScriptedTransport transport;
    final Engine engine;
    final Tallies meter = new Tallies();
    final List<String> news = new ArrayList<>();
    private final List<Caller> callers = new ArrayList<>();
    private final Map<String, KeyLine> lines = new HashMap<>();
    private final boolean[] isSilent;
    private final boolean isMarked;
    private final String[] markers;
    private final Commands commands;
    private long nowNs = startNs;
    private long longestTtlNs;
    private final long[] aheadUs;
    private final long[] stoppedUs;
    private long wallAheadMs;
    private long livedNs = Long.MAX_VALUE;
    private boolean isClosed;

    private EngineRig(final EngineConfig config, final long seed)
    {
        this.config = config;
        final int nodeCount = config.quorum().nodeCount();
        aheadUs = new long[nodeCount];
        stoppedUs = new long[nodeCount];
        law = new WireLaw(config.quorum(), config.drift());
        isMarked = config.quarantine() == QuarantineLevel.STRICT;
        markers = new String[nodeCount];
        Arrays.fill(markers, MARKER);
        commands = new Commands(
            Texts.SCRIPTS, FenceRule.DEFAULT, isMarked ? "marker" : null, config.durability());
        final int connections = config.durability().isGiven() ? 2 * nodeCount : nodeCount;
        isSilent = new boolean[connections];
        transport = new ScriptedTransport(connections, nodeCount, commands, law, this::nowNs);
        final SplittableRandom random = new SplittableRandom(seed);
        engine = new Engine(new EngineContext(
            config, transport, commands, random::nextBytes, seed, meter, new NodeNews(news)), nowNs);
        engine.start(nowNs);
    }

    /**
     * All nodes are up; a majority decides.
     */
    static EngineRig ofNodes(final int nodeCount)
    {
        return of(Limits.of(nodeCount).build());
    }

    static EngineRig of(final EngineConfig config)
    {
        return of(config, 0x5EED);
    }

    static EngineRig of(final EngineConfig config, final long seed)
    {
        final EngineRig rig = new EngineRig(config, seed);
        IntStream.range(0, config.quorum().nodeCount()).forEach((i) -> rig.comesUp(i));

        return rig;
    }

    /**
     * The engine has asked for all connections and has none yet.
     */
    static EngineRig unconnected(final EngineConfig config)
    {
        return new EngineRig(config, 0x5EED);
    }

    // Time

    long nowNs()
    {
        return nowNs;
    }

    long elapsedNs()
    {
        return nowNs - startNs;
    }

    /**
     * Lets time pass, waking the engine when, and only when, it wants to be woken.
     */
    EngineRig advance(final long durationNs)
    {
        return advanceTo(elapsedNs() + durationNs);
    }

    EngineRig advanceMs(final long durationMs)
    {
        return advance(durationMs * Limits.MS);
    }

    EngineRig advanceTo(final long elapsedNs)
    {
        final long targetNs = startNs + elapsedNs;
        int steps = 0;

        do
        {
            final long nextNs = engine.nextDeadlineNs(targetNs);
            steps = nextNs - nowNs > 0 ? 0 : steps + 1;
            if (targetNs - nextNs < 0 || steps == MAX_STEPS_AT_ONE_INSTANT)
            {
                fail("the next deadline is %d ns beyond the limit; the engine was woken %d times " +
                    "without any time passing", nextNs - targetNs, steps);
            }
            nowNs = nextNs - nowNs > 0 ? nextNs : nowNs;
            work();
        }
        while (nowNs - targetNs < 0);

        return this;
    }

    /**
     * Lets time pass until a node has something to answer.
     */
    EngineRig advanceUntilAsked(final int node)
    {
        final long limitNs = elapsedNs() + 10 * Limits.SECOND;
        while (!hasNext(node))
        {
            assertThat(elapsedNs()).as("time at which n%d is still not asked", node).isLessThan(limitNs);
            advance(100_000);
        }

        return this;
    }

    /**
     * The clock moves, but the engine's thread is stalled.
     */
    EngineRig stall(final long durationNs)
    {
        nowNs += durationNs;

        return this;
    }

    /**
     * What was queued leaves: the nodes have their time from here on.
     */
    EngineRig flushes()
    {
        engine.onFlushed(nowNs);

        return this;
    }

    /**
     * The nodes' clocks are set.
     */
    EngineRig nodesAheadUs(final long newAheadUs)
    {
        Arrays.fill(aheadUs, newAheadUs);

        return this;
    }

    /**
     * The clock of a node is set.
     */
    EngineRig nodeAheadUs(final int node, final long newAheadUs)
    {
        aheadUs[node] = newAheadUs;

        return this;
    }

    EngineRig nodeAheadMs(final int node, final long newAheadMs)
    {
        return nodeAheadUs(node, newAheadMs * 1_000);
    }

    /**
     * The clock of a node stands still until further notice.
     */
    EngineRig stopsClock(final int node)
    {
        stoppedUs[node] = timeUs(node);

        return this;
    }

    /**
     * It goes on from where it stopped.
     */
    EngineRig clockGoesOn(final int node)
    {
        aheadUs[node] = stoppedUs[node] - Replies.START_US - elapsedNs() / 1_000;
        stoppedUs[node] = 0;

        return this;
    }

    private long timeUs(final int node)
    {
        return stoppedUs[node] != 0 ? stoppedUs[node] :
            Replies.START_US + aheadUs[node] + elapsedNs() / 1_000;
    }

    /**
     * The wall clock of the client is set, or goes on while the engine's clock stands still; it is read.
     */
    EngineRig wallAheadMs(final long newAheadMs)
    {
        wallAheadMs = newAheadMs;

        return readsWall();
    }

    EngineRig readsWall()
    {
        engine.onWallTime(Replies.START_US / 1_000 + wallAheadMs + elapsedNs() / Limits.MS, nowNs, nowNs);

        return afterInput();
    }

    EngineRig work()
    {
        return workAt(nowNs);
    }

    /**
     * A duty cycle whose clock was read some time ago.
     */
    EngineRig workAt(final long readNs)
    {
        engine.doWork(readNs);
        afterInput();
        endDroppedConnections();

        return this;
    }

    // Callers

    Caller caller(final String name)
    {
        return caller(name, "orders", Options.plain());
    }

    Caller caller(final String name, final ClaimOptions options)
    {
        return caller(name, "orders", options);
    }

    Caller caller(final String name, final String key, final ClaimOptions options)
    {
        final KeyLine line = lines.computeIfAbsent(key, ignored -> new KeyLine());
        final Caller caller = new Caller(this, engine, name, new ScriptedKey(key), line, options);
        callers.add(caller);
        longestTtlNs = Math.max(longestTtlNs, options.ttlNs());

        return caller;
    }

    EngineRig acquires(final Caller caller)
    {
        return acquires(caller, 0);
    }

    EngineRig acquires(final Caller caller, final long waitNs)
    {
        caller.willAcquire();
        engine.acquire(caller.claim, waitNs, nowNs);
        return afterInput();
    }

    EngineRig cancels(final Caller caller)
    {
        engine.cancel(caller.claim, nowNs);
        return afterInput();
    }

    EngineRig extendsLease(final Caller caller)
    {
        return extendsLease(caller, caller.term(), 0);
    }

    EngineRig extendsLease(final Caller caller, final long term, final long ttlMs)
    {
        longestTtlNs = Math.max(longestTtlNs, ttlMs * Limits.MS);
        caller.willExtend();
        engine.extend(caller.claim, term, ttlMs, nowNs);
        return afterInput();
    }

    EngineRig releases(final Caller caller)
    {
        return releases(caller, caller.term());
    }

    EngineRig releases(final Caller caller, final long term)
    {
        caller.willRelease(term);
        engine.release(caller.claim, term, nowNs);
        return afterInput();
    }

    EngineRig releasesLater(final Caller caller, final long term, final long stayMs)
    {
        caller.willRelease(term);
        engine.releaseLater(caller.claim, term, stayMs, nowNs);
        afterInput();

        return this;
    }

    EngineRig sheds(final Caller... shed)
    {
        for (final Caller caller : shed)
        {
            if (caller.holds())
            {
                caller.willRelease(caller.term());
            }
            engine.shed(caller.claim, nowNs);
            afterInput();
        }

        return this;
    }

    EngineRig closes()
    {
        isClosed = true;
        engine.close();

        return this;
    }

    /**
     * Has a caller acquire with the grants of all nodes.
     */
    EngineRig acquiresEverywhere(final Caller caller)
    {
        acquires(caller);
        IntStream.range(0, nodeCount()).forEach((i) -> grants(i));
        assertThat(caller.holds()).as("%s holds", caller.name).isTrue();

        return this;
    }

    // Nodes

    int nodeCount()
    {
        return config.quorum().nodeCount();
    }

    /**
     * The oldest operation that a node has not answered, its heartbeats left aside.
     */
    Sent next(final int node)
    {
        return inquiries(node).findFirst()
            .orElseThrow(() -> new AssertionError("n" + node + " has nothing to answer"));
    }

    boolean hasNext(final int node)
    {
        return inquiries(node).findAny().isPresent();
    }

    private Stream<Sent> inquiries(final int node)
    {
        return transport.open(node).stream().filter((sent) -> !sent.kind.isHeartbeat());
    }

    private EngineRig each(final int[] nodes, final IntConsumer action)
    {
        IntStream.of(nodes).forEach(action);

        return this;
    }

    EngineRig grants(final int... nodes)
    {
        return each(nodes, node -> answers(node, Replies.granted(next(node))));
    }

    /**
     * Every node answers all that it was asked, with yes.
     */
    EngineRig grantsAll()
    {
        for (int i = 0; i < nodeCount(); i++)
        {
            while (hasNext(i))
            {
                grants(i);
            }
        }

        return this;
    }

    EngineRig refuses(final int... nodes)
    {
        return each(nodes, node -> answers(node, Replies.refused(next(node))));
    }

    EngineRig fails(final ErrorCode code, final int... nodes)
    {
        return each(nodes, node -> answers(next(node), Replies.error(code)));
    }

    EngineRig answers(final int node, final Reply reply)
    {
        return answers(next(node), reply);
    }

    EngineRig answers(final Sent sent, final Reply timeless)
    {
        final Reply reply = Replies.at(timeUs(sent.node), timeless);
        assertThat(transport.open(sent.node).remove(sent)).as("%s is still open", sent).isTrue();
        if (transport.link(sent.node) == Link.DROPPED)
        {
            law.onReply(sent, Replies.lost());
        }
        else
        {
            law.onReply(sent, commands.of(sent.kind).canAnswer(reply) ? reply : Replies.lost());
            if (isForgetful(sent, reply))
            {
                law.onRestart(sent.node);
            }
        }
        engine.onReply(sent.node, sent.correlationId, reply, nowNs);
        return afterInput();
    }

    private boolean isForgetful(final Sent sent, final Reply reply)
    {
        final Scrutiny.Objection objection = new Scrutiny(commands, new NodeNews(news))
            .objectionTo(sent.node, sent.kind, sent.ttlMs, null, reply);

        return objection != null && objection.isForgetful();
    }

    /**
     * A reply that no operation in flight belongs to.
     */
    EngineRig babbles(final int node, final long correlationId, final Reply reply)
    {
        engine.onReply(node, correlationId, reply, nowNs);
        return afterInput();
    }

    /**
     * A node sends what nobody asked for.
     */
    EngineRig pushes(final int node, final long bytes)
    {
        engine.onUnasked(node, bytes, nowNs);
        return afterInput();
    }

    EngineRig comesUp(final int... nodes)
    {
        return each(nodes, node -> comesUp(node, ReleaseMethod.SCRIPT, false));
    }

    /**
     * For the first time, and as young as that.
     */
    EngineRig comesUpAged(final long newLivedNs, final int... nodes)
    {
        livedNs = newLivedNs;
        comesUp(nodes);
        livedNs = Long.MAX_VALUE;

        return this;
    }

    EngineRig restarts(final int... nodes)
    {
        return each(nodes, node -> comesUp(node, ReleaseMethod.SCRIPT, true));
    }

    EngineRig comesUp(final int node, final ReleaseMethod method, final boolean restarted)
    {
        assertThat(transport.link(node)).as("connection to n%d", node).isEqualTo(Link.CONNECTING);
        transport.link(node, Link.UP);
        if (restarted)
        {
            law.onRestart(node);
        }
        if (isMarked)
        {
            engine.expect(node, MARKER.getBytes(StandardCharsets.US_ASCII), false, nowNs);
        }
        engine.onUp(node, method, restarted, livedNs, nowNs);
        return afterInput();
    }

    EngineRig goesDown(final int... nodes)
    {
        return each(nodes, node -> goesDown(node, DownReason.CLOSED, false));
    }

    /**
     * A connection ends: what was in flight is answered as lost, then the engine hears of the end.
     */
    EngineRig goesDown(final int node, final DownReason reason, final boolean isHopeless)
    {
        assertThat(transport.link(node)).as("connection to n%d", node).isNotEqualTo(Link.DOWN);
        transport.link(node, Link.DROPPED);
        while (!transport.open(node).isEmpty())
        {
            answers(transport.open(node).get(0), Replies.lost());
        }
        transport.link(node, Link.DOWN);
        engine.onDown(node, reason, "test", isHopeless, nowNs);
        return afterInput();
    }

    /**
     * Lets time pass until the engine has asked for a connection to each node, and has it succeed.
     */
    EngineRig comesBack(final int... nodes)
    {
        return each(nodes, node -> comesBack(node, false));
    }

    EngineRig comesBack(final int node, final boolean restarted)
    {
        while (transport.link(node) != Link.CONNECTING)
        {
            advanceMs(1);
        }
        return comesUp(node, ReleaseMethod.SCRIPT, restarted);
    }

    /**
     * Nodes run on the client's machine, for all connections that come up from now on.
     */
    EngineRig areLocal(final int... nodes)
    {
        return each(nodes, node -> transport.local(node, true));
    }

    EngineRig isElsewhere(final int node)
    {
        transport.local(node, false);

        return this;
    }

    EngineRig backPressured(final boolean isBackPressured, final int... nodes)
    {
        return each(nodes, node -> transport.backPressured(node, isBackPressured));
    }

    /**
     * At level STRICT, what a node has as its marker from now on; null for none: it was emptied.
     */
    EngineRig marked(final int node, final String marker)
    {
        markers[node] = marker;
        if (marker == null)
        {
            law.onRestart(node);
        }

        return this;
    }

    /**
     * Heartbeats are answered at once by nodes that are not silent.
     */
    EngineRig silence(final int node, final boolean silent)
    {
        isSilent[node] = silent;
        return afterInput();
    }

    /**
     * What a node has been sent and has not answered, heartbeats left aside, as text.
     */
    List<String> open(final int node)
    {
        return inquiries(node).map((sent) -> sent.text).toList();
    }

    /**
     * Number of operations of a kind that nodes have taken.
     */
    long sent(final OperationKind kind)
    {
        return transport.sent.stream().filter(sent -> sent.kind == kind).count();
    }

    List<Cause> causes(final Caller caller)
    {
        return IntStream.range(0, nodeCount()).mapToObj(caller.claim::cause).toList();
    }

    int count(final Counter counter)
    {
        return meter.of(counter);
    }

    // What has come of it

    /**
     * All that a caller was told until now.
     */
    EngineRig told(final Caller caller, final String... expected)
    {
        assertThat(caller.log()).as("what %s was told", caller.name).containsExactly(expected);

        return this;
    }

    EngineRig toldNothing(final Caller caller)
    {
        return told(caller);
    }

    EngineRig toldLast(final Caller caller, final String expected)
    {
        assertThat(caller.latest()).as("what %s was told last", caller.name).isEqualTo(expected);

        return this;
    }

    EngineRig heldBy(final Caller caller)
    {
        assertThat(caller.holds()).as("%s holds", caller.name).isTrue();

        return this;
    }

    EngineRig notHeldBy(final Caller caller)
    {
        assertThat(caller.holds()).as("%s holds", caller.name).isFalse();

        return this;
    }

    EngineRig validUntil(final Caller caller, final long expectedNs)
    {
        assertThat(caller.validUntilNs()).as("end of %s's validity", caller.name).isEqualTo(expectedNs);

        return this;
    }

    EngineRig causes(final Caller caller, final Cause... expected)
    {
        assertThat(causes(caller)).as("causes of %s", caller.name).containsExactly(expected);

        return this;
    }

    EngineRig causesBeginWith(final Caller caller, final Cause... expected)
    {
        assertThat(causes(caller)).as("causes of %s", caller.name).startsWith(expected);

        return this;
    }

    EngineRig cause(final Caller caller, final int node, final Cause expected)
    {
        assertThat(causes(caller).get(node)).as("what n%d did to %s", node, caller.name).isEqualTo(expected);

        return this;
    }

    EngineRig allCauses(final Caller caller, final Cause expected)
    {
        assertThat(causes(caller)).as("causes of %s", caller.name).containsOnly(expected);

        return this;
    }

    /**
     * All that a node has been asked and has not answered, heartbeats left aside.
     */
    EngineRig asked(final int node, final String... expected)
    {
        assertThat(open(node)).as("what n%d is asked", node).containsExactly(expected);

        return this;
    }

    EngineRig askedEach(final String expected, final int... nodes)
    {
        return each(nodes, node -> asked(node, expected));
    }

    EngineRig askedNothing(final int... nodes)
    {
        return each(nodes, node -> asked(node));
    }

    /**
     * So many operations of a kind have nodes taken in all.
     */
    EngineRig sent(final OperationKind kind, final long expected)
    {
        assertThat(sent(kind)).as("%s sent", kind).isEqualTo(expected);

        return this;
    }

    EngineRig link(final int node, final Link expected)
    {
        assertThat(transport.link(node)).as("connection to n%d", node).isEqualTo(expected);

        return this;
    }

    EngineRig counted(final Counter counter, final int expected)
    {
        assertThat(count(counter)).as("%s", counter).isEqualTo(expected);

        return this;
    }

    EngineRig tokensOut(final int expected)
    {
        assertThat(engine.tokensOut()).as("tokens out").isEqualTo(expected);

        return this;
    }

    private EngineRig afterInput()
    {
        law.afterInput();
        for (int i = 0; i < isSilent.length; i++)
        {
            if (!isSilent[i])
            {
                answerHeartbeats(i);
            }
        }
        callers.forEach(Caller::assertStillEarned);

        return this;
    }

    private Reply marker(final int node)
    {
        return markers[node] == null ? new Reply().set(Reply.Kind.NIL) : Replies.text(markers[node]);
    }

    private void answerHeartbeats(final int node)
    {
        for (final Sent sent : List.copyOf(transport.open(node)))
        {
            if (sent.kind.isHeartbeat())
            {
                transport.open(node).remove(sent);
                final Reply beat = sent.kind == OperationKind.MARKER ? marker(node) :
                    Replies.beat(sent, timeUs(node % nodeCount()));
                engine.onReply(node, sent.correlationId, beat, nowNs);
            }
        }
    }

    private void endDroppedConnections()
    {
        for (int i = 0; i < nodeCount(); i++)
        {
            if (transport.link(i) == Link.DROPPED)
            {
                goesDown(i, DownReason.LOCAL, false);
            }
        }
    }

    // Second connections

    /**
     * The second connections to nodes come up.
     */
    EngineRig sideComesUp(final int... nodes)
    {
        return each(nodes, node ->
        {
            assertThat(transport.link(side(node))).as("side of n%d", node).isEqualTo(Link.CONNECTING);
            transport.link(side(node), Link.UP);
            engine.onSideUp(side(node), nowNs);
            afterInput();
        });
    }

    EngineRig sideGoesDown(final int... nodes)
    {
        return each(nodes, node ->
        {
            transport.link(side(node), Link.DROPPED);
            sideAnswers(node, Replies.lost(), Replies.lost());
            transport.link(side(node), Link.DOWN);
            engine.onSideDown(side(node), nowNs);
            afterInput();
        });
    }

    /**
     * Nodes say that all up to the barrier is on their disks.
     */
    EngineRig confirms(final int... nodes)
    {
        return each(nodes,
            node -> sideAnswers(node, new Reply().set(Reply.Kind.OK), Replies.number(1).add(0)));
    }

    /**
     * Nodes say when the time is over that it is not.
     */
    EngineRig confirmsNot(final int... nodes)
    {
        return each(nodes,
            node -> sideAnswers(node, new Reply().set(Reply.Kind.OK), Replies.number(0).add(0)));
    }

    /**
     * A node answers to the barrier and to the question, if it was asked.
     */
    EngineRig sideAnswers(final int node, final Reply toBarrier, final Reply toQuestion)
    {
        for (final Sent sent : List.copyOf(transport.open(side(node))))
        {
            transport.open(sent.node).remove(sent);
            engine.onReply(sent.node, sent.correlationId,
                sent.kind == OperationKind.BARRIER ? toBarrier : toQuestion, nowNs);
            afterInput();
        }

        return this;
    }

    int side(final int node)
    {
        return nodeCount() + node;
    }

    private void healSides()
    {
        for (int i = 0; i < nodeCount() && config.durability().isGiven(); i++)
        {
            if (transport.link(side(i)) == Link.DROPPED)
            {
                sideGoesDown(i);
            }
            if (transport.link(side(i)) == Link.CONNECTING)
            {
                sideComesUp(i);
            }
            confirms(i);
        }
    }

    // The end

    /**
     * Ends everything, heals everything, lets every time to live pass, and finds nothing left: no token, no
     * timer but those of the nodes, no question without an answer, no node that may have a key and was not
     * told to delete it.
     */
    void settle()
    {
        callers.forEach(this::sheds);
        for (int i = 0; i < nodeCount(); i++)
        {
            transport.backPressured(i, false);
            silence(i, false);
        }
        for (int i = 0; i < 100; i++)
        {
            healOnce();
            advanceMs(i < 50 ? 1 : 100);
        }
        if (!isClosed)
        {
            law.assertNothingLeft(nowNs);
        }

        advance(longestTtlNs + longestTtlNs / 50 + 5 * Limits.SECOND);
        healOnce();
        callers.forEach(Caller::assertAllAnswered);
        assertThat(engine.tokensOut()).as("tokens out at the end").isZero();
        assertThat(meter.tokensOut).as("tokens out as measured at the end").isZero();
        assertThat(engine.timersArmed()).as("timers armed at the end").isLessThanOrEqualTo(nodeCount());
        if (!isClosed)
        {
            assertThat(engine.timersArmed()).as("timers of nodes").isEqualTo(nodeCount());
        }
    }

    /**
     * What was sent, and what callers were told, for whoever looks for the reason of a failure.
     */
    String transcript()
    {
        final StringBuilder text = new StringBuilder();
        transport.sent.stream().filter((sent) -> !sent.kind.isHeartbeat()).forEach((sent) ->
            text.append(String.format("%12.6f ms %s%n", (sent.atNs - startNs) / 1e6, sent)));
        for (final Caller caller : callers)
        {
            text.append(caller.name).append(' ').append(caller.key.name).append(' ').append(caller.log())
                .append(System.lineSeparator());
        }

        return text.append(meter).toString();
    }

    void addTo(final Map<Counter, Integer> counts, final Set<String> told)
    {
        Stream.of(Counter.values()).filter((counter) -> count(counter) > 0)
            .forEach((counter) -> counts.merge(counter, count(counter), Integer::sum));
        callers.forEach(caller -> told.addAll(caller.log()));
    }

    /**
     * Takes note that callers have had all their answers and will not be back.
     */
    EngineRig without(final List<Caller> gone)
    {
        gone.forEach(Caller::assertAllAnswered);
        callers.removeAll(new HashSet<>(gone));

        return this;
    }

    private void healOnce()
    {
        healSides();
        for (int i = 0; i < nodeCount(); i++)
        {
            if (transport.link(i) == Link.CONNECTING)
            {
                comesUp(i);
            }
            while (hasNext(i))
            {
                grants(i);
            }
        }
    }
}
