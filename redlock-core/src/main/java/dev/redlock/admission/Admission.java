// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import dev.redlock.admission.info.InfoText;
import dev.redlock.admission.login.ClientLabel;
import dev.redlock.admission.login.Login;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Script;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.text.Printable;

/**
 * Decides which of a client's nodes may vote. One per client, as some rules hold between nodes.
 * <p>
 * It refuses replicas, nodes of a cluster, Sentinels, a second address of a listed process, and nodes that do
 * not let us in, are loading, or lack our scripts. A mere danger is a warning in {@link
 * NodeFacts#warnings()}.
 * <p>
 * <b>Thread:</b> the engine thread.
 */
public final class Admission
{
    private final List<NodeAddress> nodes;
    private final List<Script> scripts;
    private final ClientLabel label;
    private final byte[] trialKey;
    private final MarkerRule markers;
    private final boolean areKeysKept;
    private final Seats seats;

    /*
     * By node: the dialogue on its present connection; null without one.
     */
    private final Introduction[] introductions;
    private DurabilityTrial.Wish durability;
    private byte[] channel;
    private boolean doFailoversKeepKeys;

    /**
     * Tries no commands on the nodes: for simulated nodes, which know no rights.
     *
     * @param nodes   as in the other constructor.
     * @param scripts as in the other constructor.
     * @param label   as in the other constructor.
     */
    public Admission(final List<NodeAddress> nodes, final List<Script> scripts, final ClientLabel label)
    {
        this(nodes, scripts, label, null, null, false);
    }

    /**
     * Starts without knowledge of the nodes.
     *
     * @param nodes   by node index.
     * @param scripts that every node must have.
     * @param label   what we tell nodes about us.
     * @param prefix  of the lock keys; the commands that locks need are tried on a key that begins with it.
     *                Null to try none.
     * @param markers that the nodes must have; null if they need none.
     * @param areKeysKept whether a node that was restarted still has all its keys, so that it counts as the
     *                    same incarnation.
     */
    public Admission(final List<NodeAddress> nodes, final List<Script> scripts, final ClientLabel label,
        final byte[] prefix, final MarkerRule markers, final boolean areKeysKept)
    {
        this.markers = markers;
        this.nodes = List.copyOf(nodes);
        this.scripts = List.copyOf(scripts);
        this.label = Objects.requireNonNull(label, "label");
        trialKey = prefix == null ? null : VoteTrial.key(prefix);
        this.areKeysKept = areKeysKept;
        seats = new Seats(this.nodes, areKeysKept);
        introductions = new Introduction[this.nodes.size()];
    }

    /**
     * Makes the dialogue for a new connection; the earlier one of this node is over. Asks for credentials.
     *
     * @param nodeIndex     of the node.
     * @param sessionOpened true if greeting, authentication and selection of the database are already done.
     * @return a new dialogue.
     */
    public Dialogue begin(final int nodeIndex, final boolean sessionOpened)
    {
        final Introduction introduction = introduce(nodeIndex, sessionOpened);
        if (doFailoversKeepKeys)
        {
            introduction.facts().keepKeysInFailovers();
        }
        final Trials trials = trialKey == null ? null : new Trials(introduction, scripts, trialKey);
        new VoterSteps(introduction, scripts, trials, areKeysKept, areVotesOnDisk(), channel).ask();
        if (markers != null)
        {
            new MarkerSteps(introduction, markers, seats, nodeIndex, nodes.get(nodeIndex).database()).ask();
        }
        if (durability != null)
        {
            new DurabilityTrial(introduction, introduction.facts(), durability).ask();
        }

        return introduction;
    }

    private boolean areVotesOnDisk()
    {
        return durability != null && durability.isOnDisk() && durability.isForAll();
    }

    /**
     * From now on admits only nodes that can confirm that votes are durable.
     *
     * @param barrier     the write that comes before the question, as words: the command, then its key. It
     *                    answers 1 if it has written.
     * @param barrierAnew the write that sets that key.
     * @param replicas    that votes are to be on; 0 for the node's own disk instead.
     * @param isForAll    whether all locks of the client ask for it, unless they say otherwise.
     */
    public void requireDurableVotes(
        final String[] barrier, final String[] barrierAnew, final int replicas, final boolean isForAll)
    {
        durability = new DurabilityTrial.Wish(barrier, barrierAnew, replicas, isForAll);
    }

    /**
     * From now on has nodes tell the connections that vote what is said on a channel, as far as they can.
     *
     * @param beginning of the channel's name.
     * @param end       of it.
     */
    public void listenOn(final String beginning, final byte[] end)
    {
        final byte[] first = beginning.getBytes(StandardCharsets.UTF_8);
        channel = Arrays.copyOf(first, first.length + end.length);
        System.arraycopy(end, 0, channel, first.length, end.length);
    }

    /**
     * From now on judges a node that was a replica once by the age of its process, like any other, when it is
     * met for the first time.
     */
    public void assumeFailoversKeepKeys()
    {
        doFailoversKeepKeys = true;
    }

    /**
     * Makes the dialogue for the second connection to a node that is up: it must lead to the same process,
     * and the node must have been tried, if its confirmations are to be worth anything; that is made up for
     * here.
     *
     * @param nodeIndex     of the node.
     * @param sessionOpened as in {@link #begin(int, boolean)}.
     * @return a new dialogue.
     */
    public Dialogue beginSide(final int nodeIndex, final boolean sessionOpened)
    {
        final Introduction introduction =
            new Admission(List.of(nodes.get(nodeIndex)), List.of(), label).introduce(0, sessionOpened);
        introduction.ask(Step.ask((answer) ->
        {
            final String runId = new InfoText(answer.text()).identity("run_id");
            if (runId == null || !seats.seat(nodeIndex).isTakenBy(runId))
            {
                introduction.refuse(Refusal.temporary("is another process on its second connection than on " +
                    "its first, or does not say; it will be asked again. Connect to the node directly, and " +
                    "allow INFO to its user (ACL: +info)"));
            }
        }, "INFO", "server"));
        final NodeFacts facts = seats.seat(nodeIndex).facts;
        if (durability != null && !facts.mayConfirm)
        {
            new DurabilityTrial(introduction, facts, durability).askAgain();
        }

        return introduction;
    }

    /**
     * Makes the dialogue for a connection without votes: it opens a session on any node that lets us in. Asks
     * for credentials.
     *
     * @param node          of the connection.
     * @param label         what we tell it about us.
     * @param sessionOpened as in {@link #begin(int, boolean)}.
     * @return a new dialogue.
     */
    public static Dialogue session(
        final NodeAddress node, final ClientLabel label, final boolean sessionOpened)
    {
        return new Admission(List.of(node), List.of(), label).introduce(0, sessionOpened);
    }

    /**
     * How far the dialogue with a node has come on its present connection.
     *
     * @param nodeIndex of the node.
     * @return such as {@code 12 of 18 questions}; null if it has answered nothing.
     */
    public String progressOf(final int nodeIndex)
    {
        final Introduction introduction = introductions[nodeIndex];

        return introduction == null ? null : introduction.progress();
    }

    private Introduction introduce(final int nodeIndex, final boolean sessionOpened)
    {
        final NodeAddress address = nodes.get(nodeIndex);
        seats.seat(nodeIndex).refusalKind = RefusalKind.NONE;

        Login login = Login.NONE;
        Refusal refusal = null;
        try
        {
            login = Login.of(address.credentials());
        }
        catch (final Throwable ex)
        {
            // Its message may contain anything; its type and place are enough to look for.
            refusal = Refusal.temporary("has Credentials that throw (" + Printable.of(ex) +
                "); they will be asked again. See why they throw");
        }

        final Introduction introduction = new Introduction(seats, nodeIndex, login);
        introductions[nodeIndex] = introduction;
        introduction.refuse(refusal);

        final SessionSteps session = new SessionSteps(introduction, address.database(), label);
        if (sessionOpened)
        {
            session.recognise();
        }
        else
        {
            session.open();
        }

        return introduction;
    }

    /**
     * Notes that the node came up, so that later connections are compared with this one. If a dialogue
     * succeeds but the connection never comes up, the earlier one stays the reference.
     *
     * @param nodeIndex of the node.
     */
    public void onUp(final int nodeIndex)
    {
        seats.seat(nodeIndex).onUp();
    }

    /**
     * Whether the latest admitted connection of a node leads to another incarnation than the previous one:
     * the process was restarted, is another, was a replica meanwhile, or does not identify itself. Grants of
     * an earlier incarnation are worthless.
     *
     * @param nodeIndex of the node.
     * @return false for the first connection, unless it was seen as a replica before.
     */
    public boolean isNewIncarnation(final int nodeIndex)
    {
        return seats.seat(nodeIndex).isNewIncarnation();
    }

    /**
     * Whether the latest admitted connection of a node leads to another incarnation of its data than the
     * previous one, by its marker: it was emptied, or given other data.
     *
     * @param nodeIndex of the node.
     * @return false for the first connection, and without markers.
     */
    public boolean isEmptied(final int nodeIndex)
    {
        return seats.seat(nodeIndex).isEmptied();
    }

    /**
     * Judges what a running node says of its role and its data. Allocates nothing as long as it says the
     * same.
     *
     * @param nodeIndex   of the node.
     * @param replication text of {@code INFO replication}, or the beginning that fits.
     * @return null if it is the admitted incarnation, as far as it says; otherwise a readable reason: its
     *         grants are then worthless, and its next connection is a new incarnation.
     */
    public String objectionTo(final int nodeIndex, final Reply replication)
    {
        return seats.seat(nodeIndex).objectionTo(replication);
    }

    /**
     * Judges what a running node says of its memory. Allocates nothing as long as it is safe.
     *
     * @param nodeIndex of the node.
     * @param memory    text of {@code INFO memory}, or the beginning that fits.
     * @return null if it keeps its keys, as far as it says, or need not have a marker; otherwise a readable
     *         reason: its grants are then worthless, and it counts as emptied when it is admitted again.
     */
    public String objectionToMemory(final int nodeIndex, final Reply memory)
    {
        return seats.seat(nodeIndex).objectionToMemory(memory);
    }

    /**
     * Warns of a running node that may evict keys now, or takes that back. Allocates nothing as long as it
     * says the same.
     *
     * @param nodeIndex of the node.
     * @param memory    as above.
     * @return whether the {@linkplain NodeFacts#warnings() warnings} have changed.
     */
    public boolean warnsAnew(final int nodeIndex, final Reply memory)
    {
        return seats.seat(nodeIndex).warnsAnew(memory);
    }

    /**
     * Judges that a running node lacks a script.
     *
     * @param nodeIndex of the node.
     * @return null if it takes the text instead; otherwise why not, and why its connection must end.
     */
    public String objectionToLackOfScript(final int nodeIndex)
    {
        return !facts(nodeIndex).takesNoText ? null : "has lost our scripts (SCRIPT FLUSH), and does not " +
            "take them with EVAL; it is connected again, which brings them. Allow EVAL to its user " +
            "(ACL: +eval), and give it its name if it has another one";
    }

    /**
     * The latest facts that the node told, even if it was refused for them.
     *
     * @param nodeIndex of the node.
     * @return null if it never told anything.
     */
    public NodeFacts facts(final int nodeIndex)
    {
        return seats.seat(nodeIndex).facts;
    }

    /**
     * How the latest dialogue with the node was refused, if it was.
     *
     * @param nodeIndex of the node.
     * @return {@link RefusalKind#NONE} if it was not, or is still running.
     */
    public RefusalKind refusalKind(final int nodeIndex)
    {
        return seats.seat(nodeIndex).refusalKind;
    }

    /**
     * Notes that the connection of a node has ended, or the attempt to make one: its process may now appear
     * at another index. The memory that distinguishes its incarnations stays.
     *
     * @param nodeIndex of the node.
     * @param nowNs     local monotonic time.
     */
    public void onDown(final int nodeIndex, final long nowNs)
    {
        introductions[nodeIndex] = null;
        seats.seat(nodeIndex).onDown(nowNs);
    }

    /**
     * Notes that a running node has its marker still: then its declaration stands, and a node that has lost
     * its marker may have it again. Allocates nothing.
     *
     * @param nodeIndex of the node.
     * @param sentNs    local monotonic time before it was asked.
     */
    public void onMarkerKept(final int nodeIndex, final long sentNs)
    {
        seats.seat(nodeIndex).onMarkerKept(sentNs);
    }

    /**
     * Where else the process of a node that has come up may have voted: it has moved, and its grants there
     * must be dropped before it votes here.
     *
     * @param nodeIndex of the node.
     * @return a bit for each of the other indexes; 0 if it has not moved.
     */
    public int formerSeatsOf(final int nodeIndex)
    {
        return seats.formerSeatsOf(nodeIndex);
    }
}
