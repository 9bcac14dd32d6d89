// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.Suspicion;
import dev.redlock.quorum.Quorum;
import dev.redlock.runtime.client.Client;
import dev.redlock.runtime.client.Clients;
import dev.redlock.runtime.nodes.NodeSet;

/**
 * The cause of a failed acquisition, and the remedy. If the time was over, the votes of the last attempt
 * decide: failed nodes, if they block a quorum by themselves; else our own limits, if these kept enough nodes
 * from being asked; else another holder, here or elsewhere; else the nodes, if the attempt before was lost to
 * them. An engine that did not answer is to blame only where enough nodes are connected. Where nodes that
 * only a change of configuration can bring back leave no quorum, they are to blame for what other nodes would
 * be.
 */
final class Diagnosis
{
    private static final Set<Cause> FAULTS = EnumSet.of(Cause.NOT_CONNECTED, Cause.DISCONNECTED,
        Cause.TIMEOUT, Cause.SERVER_ERROR, Cause.UNEXPECTED_REPLY, Cause.NOT_DURABLE, Cause.QUARANTINED,
        Cause.CLOCK_DOUBTED);
    private static final Set<Cause> LIMITS = EnumSet.of(Cause.BACK_PRESSURED, Cause.TOO_MANY_LOCKS);

    private static final long NS_PER_MS = 1_000_000;

    private final Outcome outcome;
    private final List<NodeVote> votes;
    private final int minGrants;
    private final Clients clients;
    private final @Nullable Client failed;
    private final boolean hasFailed;
    private final boolean isEngineStuck;
    private final @Nullable String misconfiguration;
    private final Kind kind;
    private long heldByThisThreadNs;

    /**
     * A diagnosis.
     *
     * @param outcome       of the acquisition.
     * @param votes         of its last attempt.
     * @param hasFailed     whether the last attempt that was decided was lost to the nodes.
     * @param isEngineStuck whether the caller left because the engine did not answer.
     * @param isFenced      whether the lock was to have a fencing token.
     * @param minGrants     that it needed at least, 0 for a quorum.
     * @param clients       that it was made by.
     */
    Diagnosis(final Outcome outcome, final List<NodeVote> votes, final boolean hasFailed,
        final boolean isEngineStuck, final boolean isFenced, final int minGrants, final Clients clients)
    {
        this.outcome = outcome;
        this.votes = votes;
        this.hasFailed = hasFailed;
        this.isEngineStuck = isEngineStuck;
        this.minGrants = minGrants;
        this.clients = clients;
        failed = outcome == Outcome.CLOSED ? clients.failed() : null;
        final Kind blamed = kind();
        misconfiguration = blamed == Kind.NODES ? misconfiguration(isFenced) : null;
        kind = misconfiguration == null ? blamed : Kind.MISUSE;
    }

    /**
     * Says for how long the thread that failed goes on holding the lock itself.
     *
     * @param heldNs 0 if it does not hold it.
     */
    Diagnosis ofThisThread(final long heldNs)
    {
        heldByThisThreadNs = count(Cause.HELD_BY_THIS_CLIENT) > 0 ? heldNs : 0;

        return this;
    }

    private @Nullable String misconfiguration(final boolean isFenced)
    {
        final List<NodeStatus> statuses = clients.nodes();
        final String wrong = Misconfiguration.of(statuses, clients.first().engine().quorum());

        return wrong == null && isFenced && count(Cause.SERVER_ERROR) > 0 ?
            Misconfiguration.ofTime(statuses, quorum()) : wrong;
    }

    private Kind kind()
    {
        return switch (outcome)
        {
            case NO_QUORUM, TOO_LATE -> Kind.NODES;
            case CONTENDED -> isHeld() || !isNodesFault() ? Kind.CONTENTION : Kind.NODES;
            case TIMED_OUT -> isEngineStuck && !isOutOfReach() ? Kind.LIMIT : kindByVotes();
            case BACK_PRESSURED -> Kind.LIMIT;
            default -> Kind.MISUSE;
        };
    }

    private boolean isOutOfReach()
    {
        return quorum().isOutOfReachWithout(faulted());
    }

    private int faulted()
    {
        return NodeSet.of(votes, vote -> FAULTS.contains(vote.cause()));
    }

    private Kind kindByVotes()
    {
        if (isOutOfReach())
        {
            return Kind.NODES;
        }
        final int limited = NodeSet.of(votes, vote -> LIMITS.contains(vote.cause()));
        if (quorum().isOutOfReachWithout(faulted() | limited))
        {
            return Kind.LIMIT;
        }

        return isHeld() || !isNodesFault() ? Kind.CONTENTION : Kind.NODES;
    }

    private boolean isHeld()
    {
        return count(Cause.HELD_BY_ANOTHER) > 0 || count(Cause.HELD_BY_THIS_CLIENT) > 0 && !hasFailed;
    }

    /*
     * An attempt that is not decided, or is another caller's, says little; the one before it says more.
     */
    private boolean isNodesFault()
    {
        return hasFailed || count(Cause.TOKEN_REFUSED) > 0;
    }

    private int count(final Cause cause)
    {
        return (int)votes.stream().filter(vote -> vote.cause() == cause).count();
    }

    /**
     * Whether somebody else holds the lock, or the time was over, and nothing is to blame.
     */
    boolean isContention()
    {
        return kind == Kind.CONTENTION;
    }

    /**
     * Whether the caller's own thread holds the lock, and nothing else is to blame.
     */
    boolean isOwn()
    {
        return isContention() && heldByThisThreadNs > 0;
    }

    /**
     * Whether the client is closed: no later attempt can win.
     */
    boolean isClosed()
    {
        return outcome == Outcome.CLOSED;
    }

    /**
     * The same as an exception of its kind.
     */
    RedlockException toException(final String key)
    {
        final String message = "lock " + clients.first().shown(key) + " was not obtained: " + outcome +
            "; " + advice() + (votes.isEmpty() || areOfThisClient() ? "" :
            "; nodes: " + (kind == Kind.NODES ? explained() : votes));
        final RedlockException told = switch (kind)
        {
            case CONTENTION -> new LockContendedException(message, outcome, votes, isOwn());
            case NODES -> new NoQuorumException(message, outcome, votes);
            case LIMIT -> new LimitReachedException(message, outcome, votes);
            default -> new RedlockMisuseException(message, outcome, votes);
        };
        if (failed != null)
        {
            told.initCause(failed.fault());
        }

        return told;
    }

    /*
     * No node was asked, so none has a reason.
     */
    private boolean areOfThisClient()
    {
        return count(Cause.HELD_BY_THIS_CLIENT) == votes.size();
    }

    /*
     * Why nodes are not connected, or always late, is in their status only.
     */
    private List<String> explained()
    {
        final List<NodeStatus> statuses = clients.nodes();

        return IntStream.range(0, votes.size())
            .mapToObj((index) -> explained(votes.get(index), statuses.get(index))).toList();
    }

    private static String explained(final NodeVote vote, final NodeStatus status)
    {
        final boolean isGone = vote.cause() == Cause.NOT_CONNECTED || vote.cause() == Cause.DISCONNECTED;
        final boolean isLate = (vote.cause() == Cause.TIMEOUT || vote.cause() == Cause.PENDING) &&
            !status.detail().isEmpty();
        if (!isLate && (!isGone || status.isConnected()))
        {
            return vote.toString();
        }

        return vote + " (" + status.state() +
            (status.detail().isEmpty() ? "" : ": " + status.detail()) + ")";
    }

    private String advice()
    {
        final boolean isLate = outcome == Outcome.TIMED_OUT;
        return switch (kind)
        {
            case CONTENTION -> contention(isLate);
            case NODES -> outcome == Outcome.TOO_LATE ?
                    "the nodes answered too late for the time to live; use a longer one, or find out " +
                        "what delays them" :
                    count(Cause.QUARANTINED) > 0 ? quarantine() :
                    count(Cause.CLOCK_DOUBTED) > 0 ? clocks() :
                    count(Cause.TOKEN_REFUSED) > 0 ? "nodes refuse the fencing token: look at their clocks" :
                    isMinimumMissed() ? "too few nodes for the minimum of " + minGrants +
                        " grants (withMinGrants): look at those that failed, or ask for fewer" :
                    count(Cause.NOT_DURABLE) > 0 ? "nodes did not confirm in time that their votes are " +
                        "durable: " + durability() + ", or allow them more time" :
                    isLate ? "too many nodes failed in the last attempt; the list says which, and why" :
                    "too few nodes answered; the list says which did not, and why";
            case LIMIT -> limit();
            default -> misconfiguration != null ? misconfiguration :
                !isClosed() ? "the acquisition was given up" :
                clients.all().stream().noneMatch(Client::isClosed) ?
                    "the client is closing, and gives no new locks; nothing is wrong with it" :
                failed == null ? "the client is closed; build another" :
                    failed.whyEnded() + "; build another client";
        };
    }

    /*
     * Where no majority is up, waiting alone does not help.
     */
    private String clocks()
    {
        final String contradicted = clients.nodes().stream()
            .filter(status -> status.detail().contains(NodeEvents.CLOCK_DOUBTED))
            .map(NodeStatus::node).collect(Collectors.joining(", "));

        return contradicted.isEmpty() ?
            "the clocks of nodes have moved, or differ, and it is not known yet whose is wrong: try again " +
            "in a few seconds" :
            "the clocks of nodes differ (" + contradicted + "), and no majority of the nodes has told yet " +
            "which is right: bring a majority of the nodes up, and synchronise their clocks (NTP)";
    }

    private String durability()
    {
        final String alone = clients.nodes().stream()
            .filter(status -> status.detail().contains("second connection"))
            .map(NodeStatus::node).collect(Collectors.joining(", "));
        if (!alone.isEmpty())
        {
            return "second connections are missing (" + alone + "): see the details of nodes()";
        }

        final int replicas = clients.first().engine().durability().replicas();

        return replicas > 0 ?
            "look at their replicas (replicatedVotes asks for " + replicas + " on each node)" :
            "look at their disks (with appendfsync no they never do, with everysec after a little more " +
            "than a second)";
    }

    private boolean isMinimumMissed()
    {
        return !quorum().equals(clients.first().engine().quorum());
    }

    private Quorum quorum()
    {
        return clients.first().engine().quorum().atLeast(minGrants);
    }

    private String quarantine()
    {
        final Map<String, List<String>> byReason = new LinkedHashMap<>();
        clients.nodes().stream().filter(status -> status.state() == NodeStatus.State.QUARANTINED)
            .forEach(status -> byReason.computeIfAbsent(status.detail().split(";", 2)[0],
                (reason) -> new ArrayList<>()).add(status.node()));
        final String nodes = byReason.entrySet().stream()
            .map(entry -> (entry.getValue().size() > 1 ? "each of " : "") +
                String.join(", ", entry.getValue()) + " " + entry.getKey())
            .collect(Collectors.joining("; "));

        return "nodes that may have forgotten locks do not vote yet" +
            (nodes.isEmpty() ? "" : " (" + nodes + ")") + whatToWaitFor() +
            (nodes.contains(Suspicion.YOUNG.label()) ?
            "; if they were never used before, as in a test, build with assumeNodesFresh() (in Spring Boot " +
                "redlock.assume-nodes-fresh=true)" : "") +
            (nodes.contains(Suspicion.INHERITED.label()) ?
            "; where failovers lose no locks, build with assumeFailoversKeepKeys()" : "");
    }

    /*
     * Nodes that are not connected will not vote then either.
     */
    private String whatToWaitFor()
    {
        final List<NodeStatus> statuses = clients.nodes();
        final List<String> missing = statuses.stream()
            .filter(status -> !status.isConnected()).map(NodeStatus::node).toList();
        final int needed = quorum().required();
        final int tooFew = needed - (statuses.size() - missing.size());

        return tooFew <= 0 ? "; wait until they do" : "; that they will is not enough: " + needed +
            " votes are needed, so bring back " +
            (tooFew == missing.size() ? "" : tooFew + " of ") + String.join(", ", missing);
    }

    private String contention(final boolean isLate)
    {
        if (heldByThisThreadNs > 0)
        {
            return "this thread acquired it itself, and holds it for " +
                heldByThisThreadNs / NS_PER_MS + " ms more: it waits for itself, unless another " +
                "thread releases that lease; release it first, or go on under it";
        }
        if (count(Cause.HELD_BY_THIS_CLIENT) > 0)
        {
            return "another caller of this client holds it, or is waiting before you; release it there, or " +
                "wait longer";
        }

        return "another client holds it" +
            (isMinimumMissed() ?
                ", on a node that the " + minGrants + " grants of withMinGrants need" : "") +
            (isLate ? ", or the patience was too short for an answer" : "") +
            "; wait longer, or try again later";
    }

    private String limit()
    {
        final EngineConfig engine = clients.first().engine();
        if (isEngineStuck)
        {
            return "the engine thread did not answer: a callback blocks it, or it gets no core";
        }
        if (count(Cause.TOO_MANY_LOCKS) > 0)
        {
            return "the limit of " + engine.maxLocks() + " locks at a time is reached: hold fewer, or " +
                "raise RedlockBuilder.maxLocks";
        }

        return "the limit of " + engine.maxInFlightPerNode() + " operations in flight per node is " +
            "reached: slow down, or raise RedlockBuilder.maxInFlightPerNode";
    }

    /**
     * What is to blame.
     */
    private enum Kind
    {
        CONTENTION, NODES, LIMIT, MISUSE
    }
}
