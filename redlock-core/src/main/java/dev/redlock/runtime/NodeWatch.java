// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.redlock.admission.Admission;
import dev.redlock.admission.MarkerRule;
import dev.redlock.admission.NodeFacts;
import dev.redlock.admission.RefusalKind;
import dev.redlock.admission.Scripts;
import dev.redlock.engine.DurabilityRule;
import dev.redlock.engine.Engine;
import dev.redlock.engine.NodeEvents;
import dev.redlock.outcome.ClientEvents;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Printable;
import dev.redlock.spi.Reply;

/**
 * Watches the nodes: has them admitted, tells the engine which of them vote, and reports news in words.
 * Engine thread.
 */
final class NodeWatch implements NodeEvents
{
    private static final String RESTARTED = "has restarted, or been given other data, since it last voted: " +
        "what it had granted to this client is dropped, and it may have forgotten locks that others hold";

    private final int nodeCount;
    private final Admission admission;
    private final NodeBoard board;
    private final ClientEvents events;

    /*
     * Connections that end with the client are no news.
     */
    private final AtomicBoolean isClosed;

    /*
     * The nodes whose second connection is missing, as was told.
     */
    private int toldOfSide;

    NodeWatch(final ClientSettings settings, final NodeBoard board, final ClientEvents events,
        final AtomicBoolean isClosed)
    {
        this.board = board;
        this.events = events;
        this.isClosed = isClosed;
        final MarkerRule markers = settings.markerRule();
        admission = new Admission(settings.nodes, markers == null ? Scripts.plain() : Scripts.strict(),
            settings.label(), settings.keyPrefix, markers);
        nodeCount = settings.nodes.size();
        final DurabilityRule durability = settings.engine().durability();
        if (durability.isGiven())
        {
            admission.requireDurableVotes(durability.barrier(), durability.replicas() == 0);
        }
    }

    Dialogue begin(final int nodeIndex, final boolean sessionOpened)
    {
        return nodeIndex >= nodeCount ? admission.beginSide(nodeIndex - nodeCount, sessionOpened) :
            admission.begin(nodeIndex, sessionOpened);
    }

    /**
     * A dialogue has come to a good end: the node may vote.
     */
    void admit(final int nodeIndex, final Engine engine, final long nowNs)
    {
        if (nodeIndex >= nodeCount)
        {
            engine.onSideUp(nodeIndex);
            tellOfSide(nodeIndex - nodeCount, engine, "");

            return;
        }

        admission.onUp(nodeIndex);
        final NodeFacts facts = admission.facts(nodeIndex);
        engine.stir(nodeIndex, facts.clientId());
        if (facts.marker() != null)
        {
            engine.expect(nodeIndex, facts.marker().bytes(), admission.isEmptied(nodeIndex), nowNs);
        }
        engine.onMoved(admission.formerSeatsOf(nodeIndex), nowNs);
        engine.onUp(nodeIndex, facts.releaseMethod(), admission.isNewIncarnation(nodeIndex),
            facts.livedNs(), nowNs);
    }

    /**
     * A connection has ended, or could not be made.
     */
    void drop(final int nodeIndex, final DownReason reason, final String detail, final Engine engine,
        final long nowNs)
    {
        if (nodeIndex >= nodeCount)
        {
            engine.onSideDown(nodeIndex, nowNs);
            tellOfSide(nodeIndex - nodeCount, engine, "has no second connection (" +
                detail + "), so it confirms no durable votes");

            return;
        }

        admission.onDown(nodeIndex);
        engine.onDown(nodeIndex, reason, detail, isConfigurationError(nodeIndex, reason), nowNs);
    }

    /*
     * It ends with the first connection, which is told anyway.
     */
    private void tellOfSide(final int nodeIndex, final Engine engine, final String trouble)
    {
        final int bit = 1 << nodeIndex;
        final boolean isTrouble = !trouble.isEmpty();
        if (engine.isUp(nodeIndex) && !isClosed.get() && (isTrouble || (toldOfSide & bit) != 0))
        {
            toldOfSide = isTrouble ? toldOfSide | bit : toldOfSide & ~bit;
            onNodeTrouble(nodeIndex, trouble);
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
    public void onNodeUp(final int nodeIndex, final boolean restarted)
    {
        tellUp(nodeIndex, restarted ? RESTARTED : "");
    }

    @Override
    public void onNodeTrouble(final int nodeIndex, final String detail)
    {
        tellUp(nodeIndex, detail);
    }

    private void tellUp(final int nodeIndex, final String trouble)
    {
        final List<String> details = new ArrayList<>(admission.facts(nodeIndex).warnings());
        if (!trouble.isEmpty())
        {
            details.add(trouble);
        }
        final String detail = Printable.of(String.join("; ", details));
        if (board.set(nodeIndex, NodeStatus.State.UP, false, detail))
        {
            events.onNodeStatus(board.at(nodeIndex));
        }
    }

    @Override
    public void onNodeDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        final boolean isRefused = reason == DownReason.REFUSED;
        final NodeStatus.State state = isRefused ? NodeStatus.State.REFUSED : NodeStatus.State.DOWN;
        final String what = Printable.of(isRefused || reason == DownReason.LOCAL && !detail.isEmpty() ?
            detail : reason + (detail.isEmpty() ? "" : ": " + detail));
        if (board.set(nodeIndex, state, isConfigurationError(nodeIndex, reason), what) && !isClosed.get())
        {
            events.onNodeStatus(board.at(nodeIndex));
        }
    }
}
