// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

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

import dev.redlock.engine.Engine;
import dev.redlock.engine.EngineContext;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.node.Admitted;
import dev.redlock.engine.rig.ScriptedTransport.Link;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.watch.ReplyCheck;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Connection.Role;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;
import dev.redlock.spi.address.NodeAddress;

/**
 * An engine on a bench: callers on one side, nodes that say what the test has them say on the other, and a
 * clock that the test moves. It starts shortly before the clock's numbers wrap around, so that most tests
 * cross that point. {@link WireLaw} watches every operation; {@link #settle()} at the end of every test
 * brings all to rest and finds what was left behind.
 * <p>
 * A test says on one line what happens and what comes of it: {@code rig.acquires(alice).grants(0, 1,
 * 2).told(alice, "acquired 1")}. For that everything returns the rig.
 */
public final class EngineRig
{
    private static final byte[] MAILBOX = {1, 2, 3, 4};
    public static final String MARKER = "1|" + "0123456789abcdef".repeat(2) + "|1|the rest";

    private static final int MAX_STEPS_AT_ONE_INSTANT = 1_000;

    final long startNs = Long.MAX_VALUE - 3 * Limits.SECOND;
    public final EngineConfig config;
    final WireLaw law;
    public final ScriptedTransport transport;
    public final Engine engine;
    public final Tallies meter = new Tallies();
    public final List<String> news = new ArrayList<>();
    private final List<Caller> callers = new ArrayList<>();
    private final Map<String, KeyLine> lines = new HashMap<>();
    private final List<Connection> connections;
    private final boolean[] isSilent;
    private final boolean isMarked;
    private final String[] markers;
    private long nowNs = startNs;
    private long longestTtlNs;
    private final long[] aheadUs;
    private final long[] stoppedUs;
    private long wallAheadMs;
    private long livedNs = Long.MAX_VALUE;
    private boolean tellsTime = true;
    private final boolean doesWake;
    private boolean isClosed;

    private EngineRig(final EngineConfig config, final long seed)
    {
        this.config = config;
        doesWake = config.waiting().isGiven();
        final int nodeCount = config.quorum().nodeCount();
        aheadUs = new long[nodeCount];
        stoppedUs = new long[nodeCount];
        law = new WireLaw(config.quorum(), config.drift());
        isMarked = config.quarantine() == QuarantineLevel.STRICT;
        markers = new String[nodeCount];
        Arrays.fill(markers, MARKER);
        final Commands commands = new Commands(Texts.SCRIPTS, config, isMarked ? "marker" : null);
        connections = connections(config);
        isSilent = new boolean[connections.size()];
        transport = new ScriptedTransport(connections.size(), commands, law, this::nowNs);
        final SplittableRandom random = new SplittableRandom(seed);
        engine = new Engine(new EngineContext(config, connections, transport, commands, random::nextBytes,
            MAILBOX, seed, meter, new NodeNews(news)), nowNs);
        engine.start(nowNs);
    }

    /**
     * To nodes that are nowhere.
     */
    public static List<Connection> connections(final EngineConfig config)
    {
        return EngineContext.connections(config, IntStream.range(0, config.quorum().nodeCount())
            .mapToObj(node -> NodeAddress.of("n" + node, 6379)).toList());
    }

    /**
     * All nodes are up; a majority decides.
     */
    public static EngineRig ofNodes(final int nodeCount)
    {
        return of(Limits.of(nodeCount));
    }

    public static EngineRig of(final EngineConfig config)
    {
        return of(config, 0x5EED);
    }

    public static EngineRig of(final EngineConfig config, final long seed)
    {
        final EngineRig rig = new EngineRig(config, seed);
        IntStream.range(0, config.quorum().nodeCount()).forEach((i) -> rig.comesUp(i));

        return rig;
    }

    /**
     * The engine has asked for all connections and has none yet.
     */
    public static EngineRig unconnected(final EngineConfig config)
    {
        return new EngineRig(config, 0x5EED);
    }

    // Time

    public long nowNs()
    {
        return nowNs;
    }

    public long elapsedNs()
    {
        return nowNs - startNs;
    }

    /**
     * Lets time pass, waking the engine when, and only when, it wants to be woken.
     */
    public EngineRig advance(final long durationNs)
    {
        return advanceTo(elapsedNs() + durationNs);
    }

    public EngineRig advanceMs(final long durationMs)
    {
        return advance(durationMs * Limits.MS);
    }

    public EngineRig advanceTo(final long elapsedNs)
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
    public EngineRig advanceUntilAsked(final int node)
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
    public EngineRig stall(final long durationNs)
    {
        nowNs += durationNs;

        return this;
    }

    /**
     * What was queued leaves: the nodes have their time from here on.
     */
    public EngineRig flushes()
    {
        engine.onFlushed(nowNs);

        return this;
    }

    /**
     * The nodes' clocks are set.
     */
    public EngineRig nodesAheadUs(final long newAheadUs)
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

    public EngineRig nodeAheadMs(final int node, final long newAheadMs)
    {
        return nodeAheadUs(node, newAheadMs * 1_000);
    }

    /**
     * The clock of a node stands still until further notice.
     */
    public EngineRig stopsClock(final int node)
    {
        stoppedUs[node] = timeUs(node);

        return this;
    }

    /**
     * It goes on from where it stopped.
     */
    public EngineRig clockGoesOn(final int node)
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
    public EngineRig wallAheadMs(final long newAheadMs)
    {
        wallAheadMs = newAheadMs;

        return readsWall();
    }

    public EngineRig readsWall()
    {
        engine.onWallTime(Replies.START_US / 1_000 + wallAheadMs + elapsedNs() / Limits.MS, nowNs, nowNs);

        return afterInput();
    }

    public EngineRig work()
    {
        return workAt(nowNs);
    }

    /**
     * A duty cycle whose clock was read some time ago.
     */
    public EngineRig workAt(final long readNs)
    {
        engine.doWork(readNs);
        afterInput();
        endDroppedConnections();

        return this;
    }

    // Callers

    public Caller caller(final String name)
    {
        return caller(name, "orders", Options.plain());
    }

    public Caller caller(final String name, final ClaimOptions options)
    {
        return caller(name, "orders", options);
    }

    public Caller caller(final String name, final String key, final ClaimOptions options)
    {
        final KeyLine line = lines.computeIfAbsent(key, ignored -> new KeyLine());
        final Caller caller = new Caller(this, engine, name, new ScriptedKey(key), line, options);
        callers.add(caller);
        longestTtlNs = Math.max(longestTtlNs, options.ttlNs());

        return caller;
    }

    public EngineRig acquires(final Caller caller)
    {
        return acquires(caller, 0);
    }

    public EngineRig acquires(final Caller caller, final long waitNs)
    {
        caller.willAcquire();
        engine.acquire(caller.claim, waitNs, nowNs);
        return afterInput();
    }

    public EngineRig cancels(final Caller caller)
    {
        engine.cancel(caller.claim, nowNs);
        return afterInput();
    }

    public EngineRig extendsLease(final Caller caller)
    {
        return extendsLease(caller, caller.term(), 0);
    }

    public EngineRig extendsLease(final Caller caller, final long term, final long ttlMs)
    {
        longestTtlNs = Math.max(longestTtlNs, ttlMs * Limits.MS);
        caller.willExtend();
        engine.extend(caller.claim, term, ttlMs, nowNs);
        return afterInput();
    }

    public EngineRig releases(final Caller caller)
    {
        return releases(caller, caller.term());
    }

    public EngineRig releases(final Caller caller, final long term)
    {
        caller.willRelease(term);
        engine.release(caller.claim, term, 0, nowNs);
        return afterInput();
    }

    public EngineRig releasesAfter(final Caller caller, final long term, final long keepMs)
    {
        caller.willRelease(term);
        engine.release(caller.claim, term, keepMs, nowNs);
        afterInput();

        return this;
    }

    public EngineRig sheds(final Caller... shed)
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

    public EngineRig closes()
    {
        isClosed = true;
        engine.close();

        return this;
    }

    /**
     * Has a caller acquire with the grants of all nodes.
     */
    public EngineRig acquiresEverywhere(final Caller caller)
    {
        acquires(caller);
        IntStream.range(0, nodeCount()).forEach((i) -> grants(i));
        assertThat(caller.holds()).as("%s holds", caller.name).isTrue();

        return this;
    }

    // Nodes

    public int nodeCount()
    {
        return config.quorum().nodeCount();
    }

    /**
     * The oldest operation that a node has not answered, its heartbeats left aside.
     */
    public Sent next(final int node)
    {
        return inquiries(node).findFirst()
            .orElseThrow(() -> new AssertionError("n" + node + " has nothing to answer"));
    }

    public boolean hasNext(final int node)
    {
        return inquiries(node).findAny().isPresent();
    }

    private Stream<Sent> inquiries(final int node)
    {
        return transport.open(node).stream().filter((sent) -> !sent.isHeartbeat());
    }

    private EngineRig each(final int[] nodes, final IntConsumer action)
    {
        IntStream.of(nodes).forEach(action);

        return this;
    }

    public EngineRig grants(final int... nodes)
    {
        return each(nodes, node -> answers(node, Replies.granted(next(node))));
    }

    /**
     * Every node answers all that it was asked, with yes.
     */
    public EngineRig grantsAll()
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

    public EngineRig refuses(final int... nodes)
    {
        return each(nodes, node -> answers(node, Replies.refused(next(node))));
    }

    public EngineRig fails(final ErrorCode code, final int... nodes)
    {
        return each(nodes, node -> answers(next(node), Replies.error(code)));
    }

    public EngineRig answers(final int node, final Reply reply)
    {
        return answers(next(node), reply);
    }

    public EngineRig answers(final Sent sent, final Reply timeless)
    {
        final Reply reply = Replies.at(timeUs(sent.node), timeless);
        assertThat(transport.open(sent.node).remove(sent)).as("%s is still open", sent).isTrue();
        if (transport.link(sent.node) == Link.DROPPED)
        {
            law.onReply(sent, Replies.lost());
        }
        else
        {
            law.onReply(sent, sent.command.template().canAnswer(reply) ? reply : Replies.lost());
            if (isForgetful(sent, reply))
            {
                law.onRestart(sent.node);
            }
        }
        engine.onReply(connections.get(sent.node), sent.correlationId, reply, nowNs);
        return afterInput();
    }

    private boolean isForgetful(final Sent sent, final Reply reply)
    {
        final ReplyCheck.Objection objection = new ReplyCheck(new NodeNews(news))
            .objectionTo(sent.node, sent.command, sent.ttlMs, null, reply);

        return objection != null && objection.isForgetful();
    }

    /**
     * A reply that no operation in flight belongs to.
     */
    public EngineRig babbles(final int node, final long correlationId, final Reply reply)
    {
        engine.onReply(connections.get(node), correlationId, reply, nowNs);
        return afterInput();
    }

    /**
     * A node sends what nobody asked for.
     */
    public EngineRig pushes(final int node, final long bytes)
    {
        engine.onUnasked(connections.get(node), bytes, nowNs);
        return afterInput();
    }

    /**
     * A node says that it has given the lock to a token.
     */
    public EngineRig gives(final int node, final String token)
    {
        return gives(node, token, 0, 1100);
    }

    /**
     * The same.
     *
     * @param drawnMs what the ticket says: how long after its draw it was sent.
     * @param ttlMs   of the key.
     */
    public EngineRig gives(final int node, final String token, final long drawnMs, final long ttlMs)
    {
        return gives(node, token, drawnMs, ttlMs, 0);
    }

    /**
     * The same of a fenced lock.
     *
     * @param fencingToken with which it was given.
     */
    public EngineRig gives(final int node, final String token, final long drawnMs, final long ttlMs,
        final long fencingToken)
    {
        law.onGiven(token, node, drawnMs, ttlMs, fencingToken);

        return tells(node, "g" + token + " " + drawnMs + " " + ttlMs + " " + timeUs(node) + " " +
            fencingToken + " 0");
    }

    /**
     * A node says that another client waits for the lock of a token.
     */
    public EngineRig wants(final int node, final String token)
    {
        return tells(node, "w" + token + "another token of 20b " + timeUs(node));
    }

    public EngineRig tells(final int node, final String message)
    {
        final byte[] bytes = message.getBytes(StandardCharsets.ISO_8859_1);
        engine.onMessage(connections.get(node), Arrays.copyOf(bytes, 512), bytes.length, nowNs);
        return afterInput();
    }

    public EngineRig comesUp(final int... nodes)
    {
        return each(nodes, node -> comesUp(node, ReleaseMethod.SCRIPT, false));
    }

    /**
     * For the first time, and as young as that.
     */
    public EngineRig comesUpAged(final long newLivedNs, final int... nodes)
    {
        livedNs = newLivedNs;
        comesUp(nodes);
        livedNs = Long.MAX_VALUE;

        return this;
    }

    /**
     * Nodes that do not answer TIME.
     */
    public EngineRig comesUpTimeless(final int... nodes)
    {
        tellsTime = false;
        comesUp(nodes);
        tellsTime = true;

        return this;
    }

    EngineRig restarts(final int... nodes)
    {
        return each(nodes, node -> comesUp(node, ReleaseMethod.SCRIPT, true));
    }

    public EngineRig comesUp(final int node, final ReleaseMethod method, final boolean restarted)
    {
        assertThat(transport.link(node)).as("connection to n%d", node).isEqualTo(Link.CONNECTING);
        transport.link(node, Link.UP);
        if (restarted)
        {
            law.onRestart(node);
        }
        engine.onUp(node, new Admitted(-1, method, restarted, livedNs,
            isMarked ? MARKER.getBytes(StandardCharsets.US_ASCII) : null, false, tellsTime, doesWake, 0),
            nowNs);
        return afterInput();
    }

    public EngineRig goesDown(final int... nodes)
    {
        return each(nodes, node -> goesDown(node, DownReason.CLOSED, false));
    }

    /**
     * A connection ends: what was in flight is answered as lost, then the engine hears of the end.
     */
    public EngineRig goesDown(final int node, final DownReason reason, final boolean isHopeless)
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
    public EngineRig comesBack(final int... nodes)
    {
        return each(nodes, node -> comesBack(node, false));
    }

    public EngineRig comesBack(final int node, final boolean restarted)
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
    public EngineRig areLocal(final int... nodes)
    {
        return each(nodes, node -> transport.local(node, true));
    }

    public EngineRig isElsewhere(final int node)
    {
        transport.local(node, false);

        return this;
    }

    public EngineRig backPressured(final boolean isBackPressured, final int... nodes)
    {
        return each(nodes, node -> transport.backPressured(node, isBackPressured));
    }

    /**
     * At level STRICT, what a node has as its marker from now on; null for none: it was emptied.
     */
    public EngineRig marked(final int node, final String marker)
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
    public EngineRig silence(final int node, final boolean silent)
    {
        isSilent[node] = silent;
        return afterInput();
    }

    /**
     * What a node has been sent and has not answered, heartbeats left aside, as text.
     */
    public List<String> open(final int node)
    {
        return inquiries(node).map((sent) -> sent.text).toList();
    }

    /**
     * Number of operations of a kind that nodes have taken.
     */
    public long sent(final OperationKind kind)
    {
        return transport.sent.stream().filter(sent -> sent.kind == kind).count();
    }

    List<Cause> causes(final Caller caller)
    {
        return IntStream.range(0, nodeCount()).mapToObj(caller.claim::cause).toList();
    }

    public int count(final Counter counter)
    {
        return meter.of(counter);
    }

    // What has come of it

    /**
     * All that a caller was told until now.
     */
    public EngineRig told(final Caller caller, final String... expected)
    {
        assertThat(caller.log()).as("what %s was told", caller.name).containsExactly(expected);

        return this;
    }

    public EngineRig toldNothing(final Caller caller)
    {
        return told(caller);
    }

    public EngineRig toldLast(final Caller caller, final String expected)
    {
        assertThat(caller.latest()).as("what %s was told last", caller.name).isEqualTo(expected);

        return this;
    }

    public EngineRig heldBy(final Caller caller)
    {
        assertThat(caller.holds()).as("%s holds", caller.name).isTrue();

        return this;
    }

    public EngineRig notHeldBy(final Caller caller)
    {
        assertThat(caller.holds()).as("%s holds", caller.name).isFalse();

        return this;
    }

    public EngineRig validUntil(final Caller caller, final long expectedNs)
    {
        assertThat(caller.validUntilNs()).as("end of %s's validity", caller.name).isEqualTo(expectedNs);

        return this;
    }

    public EngineRig causes(final Caller caller, final Cause... expected)
    {
        assertThat(causes(caller)).as("causes of %s", caller.name).containsExactly(expected);

        return this;
    }

    public EngineRig causesBeginWith(final Caller caller, final Cause... expected)
    {
        assertThat(causes(caller)).as("causes of %s", caller.name).startsWith(expected);

        return this;
    }

    public EngineRig cause(final Caller caller, final int node, final Cause expected)
    {
        assertThat(causes(caller).get(node)).as("what n%d did to %s", node, caller.name).isEqualTo(expected);

        return this;
    }

    public EngineRig allCauses(final Caller caller, final Cause expected)
    {
        assertThat(causes(caller)).as("causes of %s", caller.name).containsOnly(expected);

        return this;
    }

    /**
     * All that a node has been asked and has not answered, heartbeats left aside.
     */
    public EngineRig asked(final int node, final String... expected)
    {
        assertThat(open(node)).as("what n%d is asked", node).containsExactly(expected);

        return this;
    }

    public EngineRig askedEach(final String expected, final int... nodes)
    {
        return each(nodes, node -> asked(node, expected));
    }

    public EngineRig askedNothing(final int... nodes)
    {
        return each(nodes, node -> asked(node));
    }

    /**
     * So many operations of a kind have nodes taken in all.
     */
    public EngineRig sent(final OperationKind kind, final long expected)
    {
        assertThat(sent(kind)).as("%s sent", kind).isEqualTo(expected);

        return this;
    }

    public EngineRig link(final int node, final Link expected)
    {
        assertThat(transport.link(node)).as("connection to n%d", node).isEqualTo(expected);

        return this;
    }

    public EngineRig counted(final Counter counter, final int expected)
    {
        assertThat(count(counter)).as("%s", counter).isEqualTo(expected);

        return this;
    }

    public EngineRig tokensOut(final int expected)
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
            if (sent.isHeartbeat())
            {
                transport.open(node).remove(sent);
                final Reply beat = sent.kind == OperationKind.MARKER ? marker(node) :
                    Replies.beat(sent, timeUs(connections.get(node).node()));
                engine.onReply(connections.get(node), sent.correlationId, beat, nowNs);
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
    public EngineRig sideComesUp(final int... nodes)
    {
        return each(nodes, node ->
        {
            assertThat(transport.link(side(node))).as("side of n%d", node).isEqualTo(Link.CONNECTING);
            transport.link(side(node), Link.UP);
            engine.onSideUp(node, nowNs);
            afterInput();
        });
    }

    public EngineRig sideGoesDown(final int... nodes)
    {
        return each(nodes, node ->
        {
            transport.link(side(node), Link.DROPPED);
            sideAnswers(node, Replies.lost(), Replies.lost());
            transport.link(side(node), Link.DOWN);
            engine.onSideDown(node, nowNs);
            afterInput();
        });
    }

    /**
     * Nodes say that all up to the barrier is on their disks.
     */
    public EngineRig confirms(final int... nodes)
    {
        return each(nodes,
            node -> sideAnswers(node, Replies.number(1), Replies.number(1).add(0)));
    }

    /**
     * Nodes say when the time is over that it is not.
     */
    public EngineRig confirmsNot(final int... nodes)
    {
        return each(nodes,
            node -> sideAnswers(node, Replies.number(1), Replies.number(0).add(0)));
    }

    /**
     * A node answers to the barrier and to the question, if it was asked.
     */
    public EngineRig sideAnswers(final int node, final Reply toBarrier, final Reply toQuestion)
    {
        for (final Sent sent : List.copyOf(transport.open(side(node))))
        {
            transport.open(sent.node).remove(sent);
            engine.onReply(connections.get(sent.node), sent.correlationId,
                sent.kind == OperationKind.CONFIRM ? toQuestion : toBarrier, nowNs);
            afterInput();
        }

        return this;
    }

    /**
     * Stands for a node's second connection where one names the node.
     */
    public int side(final int node)
    {
        return connections.stream()
            .filter(connection -> connection.node() == node && connection.role() == Role.CONFIRMING)
            .findFirst().orElseThrow().index();
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
    public void settle()
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
    public String transcript()
    {
        final StringBuilder text = new StringBuilder();
        transport.sent.stream().filter((sent) -> !sent.isHeartbeat()).forEach((sent) ->
            text.append(String.format("%12.6f ms %s%n", (sent.atNs - startNs) / 1e6, sent)));
        for (final Caller caller : callers)
        {
            text.append(caller.name).append(' ').append(caller.key.name).append(' ').append(caller.log())
                .append(System.lineSeparator());
        }

        return text.append(meter).toString();
    }

    public void addTo(final Map<Counter, Integer> counts, final Set<String> told)
    {
        Stream.of(Counter.values()).filter((counter) -> count(counter) > 0)
            .forEach((counter) -> counts.merge(counter, count(counter), Integer::sum));
        callers.forEach(caller -> told.addAll(caller.log()));
    }

    /**
     * Takes note that callers have had all their answers and will not be back.
     */
    public EngineRig without(final List<Caller> gone)
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
