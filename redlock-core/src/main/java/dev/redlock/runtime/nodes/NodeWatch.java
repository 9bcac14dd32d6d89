// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Stream;

import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.Admission;
import dev.redlock.admission.NodeFacts;
import dev.redlock.admission.RefusalKind;
import dev.redlock.admission.marker.Marker;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.engine.Engine;
import dev.redlock.engine.node.Admitted;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.port.Trouble;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.news.ClientEvents;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.outcome.Suspicion;
import dev.redlock.quorum.Slots;
import dev.redlock.runtime.clocks.GuardedWallClock;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Script;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.text.Printable;

/**
 * Watches the nodes: has them admitted, tells the engine which of them vote, and reports news in words.
 * Engine thread.
 */
public final class NodeWatch implements NodeEvents
{
    private static final String YOUNG = "was started less than the longest time to live ago, and may have " +
        "forgotten locks that are still held";
    private static final String WAIVER = "; this comes with each new client, as nodes do not tell when " +
        "they were promoted: where failovers lose no locks, build with assumeFailoversKeepKeys()";
    private static final long LOOK_NS = 1_000_000_000;
    private static final long MS_PER_SECOND = 1_000;
    private static final long NS_PER_MS = 1_000_000;
    private static final String RESTARTED = "has restarted, or been given other data, since it last voted: " +
        "what it had granted to this client is dropped, and it may have forgotten locks that others hold";

    private final List<NodeAddress> nodes;
    private final Admission admission;
    private final NodeBoard board;
    private final ClientEvents events;
    private final EngineConfig config;
    private final NanoClock clock;
    private final EpochClock wallClock;

    /*
     * By node: what is told of it; why it is down, or null; whether it has ever been up; why and until when
     * its votes do not count, or null.
     */
    private final RareNews[] news;
    private final DownReason[] reasons;
    private final boolean[] isMet;
    private final Suspicion[] suspicions;
    private final String[] quarantines;
    private final List<EnumMap<Trouble, String>> troubles;

    /*
     * Connections that end with the client are no news.
     */
    private boolean isMute;

    /*
     * The nodes whose second connection is missing, as was told.
     */
    private int toldOfSide;
    private long lookedNs;

    /**
     * Nothing is known of the nodes yet.
     *
     * @param settings  of the client.
     * @param wallClock gives {@link GuardedWallClock#NO_READING} where the application's has thrown.
     * @param board     for the status of the nodes.
     * @param events    of the application.
     */
    public NodeWatch(final ClientSettings settings, final EpochClock wallClock, final NodeBoard board,
        final ClientEvents events)
    {
        this.board = board;
        this.events = events;
        final MarkerRule markers = settings.markerRule();
        final List<Script> scripts = markers != null ? Scripts.strict() :
            settings.engine().drift().isMeasured() ? Scripts.measured() : Scripts.plain();
        admission = new Admission(settings.nodes(), scripts, settings.label(), settings.keyPrefix(), markers,
            settings.areKeysKept());
        if (settings.doFailoversKeepKeys() || settings.engine().quarantine() == QuarantineLevel.OFF)
        {
            admission.assumeFailoversKeepKeys();
        }
        nodes = settings.nodes();
        final DurabilityRule durability = settings.engine().durability();
        if (durability.isGiven())
        {
            admission.requireDurableVotes(durability.barrierCommand(), durability.barrierAnew(),
                durability.replicas(), settings.defaults().isDurable());
        }
        config = settings.engine();
        clock = settings.clock();
        this.wallClock = wallClock;
        lookedNs = clock.nanoTime();
        final Slots slots = config.slots();
        reasons = slots.of(DownReason[]::new);
        news = slots.of(RareNews[]::new);
        for (int i = 0; i < news.length; i++)
        {
            news[i] = new RareNews(board.at(i), clock.nanoTime());
        }
        isMet = slots.booleans();
        suspicions = slots.of(Suspicion[]::new);
        quarantines = slots.of(String[]::new);
        troubles = Stream.generate(() -> new EnumMap<Trouble, String>(Trouble.class))
            .limit(slots.capacity()).toList();
    }

    /**
     * Before any connection is open: nodes are to tell what is said to a client.
     *
     * @param mailbox with which its owner tokens begin.
     */
    public void listenTo(final byte[] mailbox)
    {
        admission.listenOn(config.waiting().mailboxes(), mailbox);
    }

    /**
     * Engine thread: the client releases what it holds and ends, and from now on connections that end are no
     * news.
     */
    public void fallMute()
    {
        isMute = true;
    }

    /**
     * A connection is open: what to ask on it.
     *
     * @param connection    that is open.
     * @param sessionOpened whether the transport has greeted the node already.
     * @return the dialogue that decides on it.
     */
    public Dialogue begin(final Connection connection, final boolean sessionOpened)
    {
        return isVoting(connection) ? admission.begin(connection.node(), sessionOpened) :
            admission.beginSide(connection.node(), sessionOpened);
    }

    private static boolean isVoting(final Connection connection)
    {
        return switch (connection.role())
        {
            case VOTING -> true;
            case CONFIRMING -> false;
            case INQUIRING ->
                throw new IllegalArgumentException(connection + " is no connection of an engine");
        };
    }

    /**
     * A dialogue has come to a good end: the node may vote, or confirm.
     */
    public void admit(final Connection connection, final Engine engine, final long nowNs)
    {
        final int nodeIndex = connection.node();
        if (!isVoting(connection))
        {
            engine.onSideUp(nodeIndex, nowNs);
            tellOfSide(nodeIndex, engine, "");

            return;
        }

        engine.onUp(nodeIndex, admitted(admission, nodeIndex), nowNs);
    }

    /**
     * Notes that a node comes up: what the engine is to know of it.
     */
    public static Admitted admitted(final Admission admission, final int nodeIndex)
    {
        admission.onUp(nodeIndex);
        final NodeFacts facts = admission.facts(nodeIndex);
        final Marker marker = facts.marker();

        return new Admitted(facts.clientId(), facts.releaseMethod(), admission.isNewIncarnation(nodeIndex),
            facts.livedNs(), marker == null ? null : marker.bytes(), admission.isEmptied(nodeIndex),
            facts.tellsTime(), facts.doesWake(), admission.formerSeatsOf(nodeIndex));
    }

    /**
     * A connection has ended, or could not be made.
     */
    public void drop(final Connection connection, final DownReason reason, final String detail,
        final Engine engine, final long nowNs)
    {
        final int nodeIndex = connection.node();
        if (!isVoting(connection))
        {
            final String why = engine.onSideDown(nodeIndex, nowNs);
            tellOfSide(nodeIndex, engine, "has no second connection (" +
                (why == null ? detail : why) + "), so it confirms no durable votes");

            return;
        }

        admission.onDown(nodeIndex, nowNs);
        engine.onDown(nodeIndex, reason, detail, isConfigurationError(nodeIndex, reason), nowNs);
    }

    /*
     * It ends with the first connection, which is told anyway.
     */
    private void tellOfSide(final int nodeIndex, final Engine engine, final String trouble)
    {
        final int bit = 1 << nodeIndex;
        final boolean isTrouble = !trouble.isEmpty();
        if (engine.isUp(nodeIndex) && !isMute && (isTrouble || (toldOfSide & bit) != 0))
        {
            toldOfSide = isTrouble ? toldOfSide | bit : toldOfSide & ~bit;
            onNodeTrouble(nodeIndex, Trouble.SECOND_CONNECTION, trouble);
        }
    }

    private boolean isConfigurationError(final int nodeIndex, final DownReason reason)
    {
        return reason == DownReason.TLS ||
            reason == DownReason.REFUSED && admission.refusalKind(nodeIndex) == RefusalKind.CONFIGURATION;
    }

    @Override
    public String objectionTo(final int nodeIndex, final Reply reply)
    {
        return admission.objectionTo(nodeIndex, reply);
    }

    @Override
    public String objectionToMemory(final int nodeIndex, final Reply reply)
    {
        final String why = admission.objectionToMemory(nodeIndex, reply);
        if (why == null && admission.warnsAnew(nodeIndex, reply))
        {
            tellUp(nodeIndex, "");
        }

        return why;
    }

    @Override
    public String progressOf(final int nodeIndex)
    {
        return admission.progressOf(nodeIndex);
    }

    @Override
    public String objectionToLackOfScript(final int nodeIndex)
    {
        return admission.objectionToLackOfScript(nodeIndex);
    }

    @Override
    public void onNodeUp(final int nodeIndex, final boolean restarted)
    {
        final boolean isYoung = config.quarantine() == QuarantineLevel.OFF && !config.areNodesFresh() &&
            !isMet[nodeIndex] && admission.facts(nodeIndex).tellsAge() &&
            admission.facts(nodeIndex).livedNs() < config.longestTtlNs();
        isMet[nodeIndex] = true;
        troubles.get(nodeIndex).clear();
        tellUp(nodeIndex, restarted && quarantines[nodeIndex] == null ? RESTARTED : isYoung ? YOUNG : "");
    }

    /*
     * A reason that goes on moves the end ever further: no news.
     */
    @Override
    public void onNodeQuarantined(final int nodeIndex, final Suspicion suspicion, final long untilNs)
    {
        final boolean isNews = quarantines[nodeIndex] == null || suspicions[nodeIndex] != suspicion;
        final long leftMs = (untilNs - clock.nanoTime()) / NS_PER_MS;
        final long nowMs = wallClock.time();
        final String end = nowMs == GuardedWallClock.NO_READING ? "for " + leftMs + " ms" :
            "before " + Instant.ofEpochSecond((nowMs + leftMs) / MS_PER_SECOND + 1);
        quarantines[nodeIndex] = "does not vote " + end + ": it " + suspicion.label() +
            "; it may have forgotten locks that others still hold" +
            (suspicion == Suspicion.INHERITED ? WAIVER : "");
        suspicions[nodeIndex] = suspicion;
        final NodeStatus.State before = board.at(nodeIndex).state();
        if (before == NodeStatus.State.UP || before == NodeStatus.State.QUARANTINED)
        {
            tellUp(nodeIndex, "", isNews);
        }
    }

    @Override
    public void onNodeQuarantineOver(final int nodeIndex)
    {
        quarantines[nodeIndex] = null;
        if (board.at(nodeIndex).state() == NodeStatus.State.QUARANTINED)
        {
            tellUp(nodeIndex, "");
        }
    }

    @Override
    public void onMarkerKept(final int nodeIndex, final long sentNs)
    {
        admission.onMarkerKept(nodeIndex, sentNs);
    }

    @Override
    public void onNodeTrouble(final int nodeIndex, final Trouble trouble, final String detail)
    {
        if (detail.isEmpty())
        {
            troubles.get(nodeIndex).remove(trouble);
        }
        else
        {
            troubles.get(nodeIndex).put(trouble, detail);
        }
        tellUp(nodeIndex, "");
    }

    private void tellUp(final int nodeIndex, final String remark)
    {
        tellUp(nodeIndex, remark, true);
    }

    /*
     * A remark is about this moment; what is wrong stays until it is over.
     */
    private void tellUp(final int nodeIndex, final String remark, final boolean isNews)
    {
        final boolean isQuarantined = quarantines[nodeIndex] != null;
        final List<String> details = new ArrayList<>();
        if (isQuarantined)
        {
            details.add(quarantines[nodeIndex]);
        }
        details.addAll(admission.facts(nodeIndex).warnings());
        details.addAll(troubles.get(nodeIndex).values());
        if (!remark.isEmpty())
        {
            details.add(remark);
        }
        final String detail = Printable.of(String.join("; ", details));
        final NodeStatus.State state = isQuarantined ? NodeStatus.State.QUARANTINED : NodeStatus.State.UP;
        reasons[nodeIndex] = null;
        board.set(nodeIndex, state, false, detail);
        if (!isNews)
        {
            news[nodeIndex].know(board.at(nodeIndex), null);
        }
        tell(nodeIndex, clock.nanoTime());
    }

    private void tell(final int nodeIndex, final long nowNs)
    {
        final NodeStatus status = board.at(nodeIndex);
        if (news[nodeIndex].take(status, reasons[nodeIndex], nowNs))
        {
            events.onNodeStatus(status);
        }
    }

    /**
     * Tells what was not told before, as the node had made too much news.
     */
    public void tellLate(final long nowNs)
    {
        if (nowNs - lookedNs >= LOOK_NS && !isMute)
        {
            lookedNs = nowNs;
            for (int i = 0; i < news.length; i++)
            {
                tell(i, nowNs);
            }
        }
    }

    @Override
    public void onNodeDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        final boolean isRefused = reason == DownReason.REFUSED;
        final NodeStatus.State state = isRefused ? NodeStatus.State.REFUSED : NodeStatus.State.DOWN;
        final String what = Printable.of(words(nodeIndex, reason, detail));
        reasons[nodeIndex] = reason;
        board.set(nodeIndex, state, isConfigurationError(nodeIndex, reason), what);
        if (!isMute)
        {
            tell(nodeIndex, clock.nanoTime());
        }
    }

    /*
     * A refusal is a sentence about its node, whose name stands before it in a status.
     *
     * A server without TLS takes the first bytes of TLS for a command and waits for its end.
     */
    private String words(final int nodeIndex, final DownReason reason, final String detail)
    {
        if (detail.isEmpty())
        {
            return reason.toString();
        }
        if (reason == DownReason.REFUSED)
        {
            final String subject = "node " + nodes.get(nodeIndex).display() + " ";

            return detail.startsWith(subject) ? detail.substring(subject.length()) : detail;
        }
        if (reason != DownReason.LOCAL)
        {
            return reason + ": " + detail;
        }

        return nodes.get(nodeIndex).tls() && !board.at(nodeIndex).isConnected() ?
            detail + " Or does it speak no TLS there?" : detail;
    }
}
