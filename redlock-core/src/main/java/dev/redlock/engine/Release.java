// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.TallyState;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.ReleaseMethod;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * The end of an owner token: told to every node that may hold it, sent again where it could not be delivered,
 * until every node is certainly without it or the time to live has made it moot.
 * <p>
 * In a release round a vote says whether the node is certainly without our key: deleted, not ours, or never
 * asked.
 */
final class Release
{
    /*
     * A node that answers releases with errors (it is loading, or busy, or its disk is full) is tried again
     * with one of those that wait, at this interval, until one succeeds or the time to live is over.
     */
    private static final long RETRY_NS = 100_000_000L;

    /*
     * Of what waits for such a node, a share of all attempts is kept; beyond it the oldest is left to its
     * time to live. What waits for a connection is kept for as long as there is an attempt for those who want
     * a lock.
     */
    private static final int SHARE_OF_A_NODE = 8;
    private static final long LONGEST_WAIT_NS = Long.MAX_VALUE / 4;

    private final Nodes nodes;
    private final Wire wire;
    private final Timers timers;
    private final Meter meter;
    private final AttemptPool attempts;
    private final int keptPerNode;
    private final int required;
    private boolean isRoomWanted;

    Release(
        final EngineConfig config,
        final Nodes nodes,
        final Wire wire,
        final AttemptPool attempts,
        final Timers timers,
        final Meter meter)
    {
        required = config.quorum().required();
        keptPerNode = Math.max(1, config.maxAttempts() / SHARE_OF_A_NODE);
        this.nodes = nodes;
        this.wire = wire;
        this.attempts = attempts;
        this.timers = timers;
        this.meter = meter;
    }

    /**
     * Lets go of a token. From here on nothing but releases is sent with it.
     *
     * @param isAwaited whether the owner of the claim wants to know the outcome.
     */
    void begin(final Attempt attempt, final boolean isAwaited, final long nowNs)
    {
        attempt.phase = Attempt.Phase.RELEASING;
        attempt.isExtending = false;
        attempt.isReleaseAwaited = isAwaited;
        attempt.isExpiredRelease = isAwaited && nowNs - attempt.validUntilNs >= 0;
        attempt.beginRound(nowNs, attempt.roundTtlNs);

        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (attempt.mayHoldAt(i))
            {
                send(attempt, nodes.at(i), nowNs);
            }
            else
            {
                attempt.tally.add(i, Vote.GRANTED);
            }
        }

        if (isAwaited && !answerIfDecided(attempt, nowNs))
        {
            timers.arm(attempt, nodes.nextDueNs(attempt, nowNs + LONGEST_WAIT_NS));
        }
        freeIfDone(attempt);
    }

    void onReply(
        final OperationKind kind,
        final Attempt attempt,
        final int nodeIndex,
        final Reply reply,
        final long nowNs)
    {
        final Node node = nodes.at(nodeIndex);
        final Vote vote = VoteRule.of(kind, reply);

        if (!attempt.mayHoldAt(nodeIndex))
        {
            attempt.tally.add(nodeIndex, Vote.GRANTED);
        }
        else if (vote != Vote.FAULTED)
        {
            takeAbsence(attempt, node, vote, nowNs);
        }
        else if (!isSentAgain(kind, attempt, node, reply.errorCode(), nowNs))
        {
            takeFault(kind, attempt, node, reply, nowNs);
        }
        answerIfDecided(attempt, nowNs);
    }

    private void takeFault(
        final OperationKind kind,
        final Attempt attempt,
        final Node node,
        final Reply reply,
        final long nowNs)
    {
        if (VoteRule.isError(Vote.FAULTED, reply))
        {
            if (!VoteRule.isScriptMissing(kind, reply))
            {
                meter.count(Counter.NODE_ERRORS);
            }
            node.refusesReleases = true;
            node.releaseRetryNs = nowNs + RETRY_NS;
            if (node.releases.size() >= keptPerNode)
            {
                leaveOldest(node);
                nodes.tellThatReleasesAreLeft(node, reply.errorCode());
            }
        }
        attempt.releaseUnclear |= 1 << node.index;
        defer(attempt, node, nowNs);
        attempt.tally.add(node.index, Vote.FAULTED);
    }

    /*
     * A key that had been granted and is not there is a sign that the lease was lost, unless an earlier
     * release of which we have no answer may have deleted it.
     */
    private void takeAbsence(final Attempt attempt, final Node node, final Vote vote, final long nowNs)
    {
        final boolean isUnclear = (attempt.releaseUnclear & 1 << node.index) != 0;
        if (vote == Vote.REFUSED && attempt.standing.stands(node.index) && !isUnclear)
        {
            attempt.absent++;
        }
        attempt.certainlyWithout(node.index);
        attempt.tally.add(node.index, Vote.GRANTED);
        if (node.refusesReleases)
        {
            node.refusesReleases = false;
            node.isDoubtful = false;
            node.releaseRetryNs = nowNs;
            nodes.tellThatReleasesAreTaken(node);
            drain(node, nowNs);
        }
    }

    /*
     * What a node cannot do one way is tried the other way, on the same connection (this runs inside the
     * reply's callback): the script's text when it is not cached, the script when the native command is not
     * to be had. The text is the last resort, so this ends.
     */
    private boolean isSentAgain(
        final OperationKind kind,
        final Attempt attempt,
        final Node node,
        final ErrorCode error,
        final long nowNs)
    {
        int offered = Transport.NOT_CONNECTED;

        if (kind == OperationKind.RELEASE && error == ErrorCode.NOSCRIPT)
        {
            meter.count(Counter.SCRIPTS_RESENT);
            offered = wire.releaseWithText(node, attempt, nowNs);
        }
        else if (kind == OperationKind.RELEASE_NATIVE && isNotToBeHad(error))
        {
            node.releaseMethod = ReleaseMethod.SCRIPT;
            offered = wire.release(node, attempt, nowNs);
        }

        return offered == Transport.ACCEPTED;
    }

    private static boolean isNotToBeHad(final ErrorCode error)
    {
        return error == ErrorCode.NOPERM || error == ErrorCode.UNKNOWN_COMMAND || error == ErrorCode.OTHER;
    }

    /**
     * Sends what had to wait for the node, as far as it takes it.
     */
    int drain(final Node node, final long nowNs)
    {
        int sent = 0;

        while (node.releases.size() > 0 && node.isUp() && nowNs - node.releaseRetryNs >= 0)
        {
            final Attempt attempt = node.releases.poll();
            attempt.releaseQueued &= ~(1 << node.index);
            if (isNeedless(attempt, node, nowNs))
            {
                freeIfDone(attempt);
            }
            else if (wire.release(node, attempt, nowNs) == Transport.ACCEPTED)
            {
                sent++;
                node.releaseRetryNs = node.refusesReleases ? nowNs + RETRY_NS : node.releaseRetryNs;
            }
            else
            {
                node.releaseRetryNs = nowNs + (1L << Timers.RESOLUTION_SHIFT);
                queue(attempt, node);
            }
        }
        if (node.releases.size() > 0 && node.isUp())
        {
            timers.arm(node, node.releaseRetryNs);
        }

        return sent;
    }

    /**
     * Forgets what has become needless if the node is down.
     */
    void sweep(final Node node, final long nowNs)
    {
        for (int i = node.link == Node.Link.DOWN ? node.releases.size() : 0; i > 0; i--)
        {
            final Attempt attempt = node.releases.poll();
            attempt.releaseQueued &= ~(1 << node.index);
            if (isNeedless(attempt, node, nowNs))
            {
                freeIfDone(attempt);
            }
            else
            {
                queue(attempt, node);
            }
        }
    }

    /**
     * Makes room for another token where all are out: while enough nodes work, what only waits for the others
     * is left to its time to live, the oldest first.
     */
    void makeRoom(final long nowNs)
    {
        isRoomWanted = true;
        final int troubled = nodes.troubled(nowNs);
        if (!isMinority(troubled))
        {
            return;
        }

        boolean isLeft = true;
        while (isLeft && attempts.isExhausted())
        {
            isLeft = false;
            for (int i = 0, n = nodes.count(); i < n; i++)
            {
                if ((troubled & 1 << i) != 0 && nodes.at(i).releases.size() > 0)
                {
                    leaveOldest(nodes.at(i));
                    nodes.doubt(nodes.at(i));
                    isLeft = true;
                }
            }
        }
    }

    /**
     * Where room is wanted, drops the connections of nodes that are late with their answers; the releases
     * that they owe can be left then. To be called after replies were taken, so that nobody pays for our
     * stall.
     */
    void dropWhoKeepsAll(final long nowNs)
    {
        if (isRoomWanted)
        {
            isRoomWanted = false;
            final int troubled = attempts.isExhausted() ? nodes.troubled(nowNs) : 0;
            if (isMinority(troubled) && nodes.isAnyLate(nowNs) && isAnyKeptBy(troubled))
            {
                nodes.hangUpOnLate(nowNs);
            }
        }
    }

    private boolean isMinority(final int troubled)
    {
        return troubled != 0 &&
            Integer.bitCount(troubled) <= nodes.count() - required;
    }

    private boolean isAnyKeptBy(final int troubled)
    {
        for (int i = 0; i < attempts.capacity(); i++)
        {
            final Attempt attempt = attempts.at(i);
            if (attempt.phase == Attempt.Phase.RELEASING && (attempt.mayHold & ~troubled) == 0)
            {
                return true;
            }
        }

        return false;
    }

    private void leaveOldest(final Node node)
    {
        final Attempt attempt = node.releases.poll();
        attempt.releaseQueued &= ~(1 << node.index);
        meter.count(Counter.RELEASES_LEFT);
        freeIfDone(attempt);
    }

    void onTimer(final Attempt attempt, final long nowNs)
    {
        if (attempt.phase != Attempt.Phase.RELEASING || !attempt.isReleaseAwaited)
        {
            return;
        }

        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (attempt.awaits(i) && nowNs - nodes.dueNs(i, attempt) >= 0)
            {
                meter.count(Counter.NODE_TIMEOUTS);
                attempt.tally.add(i, Vote.FAULTED);
            }
        }
        if (!answerIfDecided(attempt, nowNs))
        {
            timers.arm(attempt, nodes.nextDueNs(attempt, nowNs + LONGEST_WAIT_NS));
        }
    }

    /**
     * Gives an attempt back when nothing of it is left anywhere.
     */
    void freeIfDone(final Attempt attempt)
    {
        if (attempt.phase == Attempt.Phase.RELEASING && attempt.inFlight == 0 && attempt.releaseQueued == 0)
        {
            attempts.giveBack(attempt);
        }
    }

    private void send(final Attempt attempt, final Node node, final long nowNs)
    {
        if (wire.release(node, attempt, nowNs) == Transport.ACCEPTED)
        {
            attempt.asked |= 1 << node.index;
        }
        else
        {
            defer(attempt, node, nowNs);
            attempt.tally.add(node.index, Vote.FAULTED);
        }
    }

    private void defer(final Attempt attempt, final Node node, final long nowNs)
    {
        if ((attempt.releaseQueued & 1 << node.index) == 0 && !isMoot(attempt, nowNs))
        {
            meter.count(Counter.RELEASES_DEFERRED);
            queue(attempt, node);
            timers.arm(node, node.isUp() ? node.releaseRetryNs : node.dueNs);
        }
    }

    private static void queue(final Attempt attempt, final Node node)
    {
        attempt.releaseQueued |= 1 << node.index;
        node.releases.add(attempt);
    }

    private boolean isNeedless(final Attempt attempt, final Node node, final long nowNs)
    {
        return !attempt.mayHoldAt(node.index) || isMoot(attempt, nowNs);
    }

    private boolean isMoot(final Attempt attempt, final long nowNs)
    {
        final boolean isMoot = attempt.isMoot(nowNs);
        if (isMoot)
        {
            meter.count(Counter.RELEASES_MOOT);
        }

        return isMoot;
    }

    private boolean answerIfDecided(final Attempt attempt, final long nowNs)
    {
        final TallyState state = attempt.tally.state();
        if (state != TallyState.PENDING && attempt.isReleaseAwaited)
        {
            attempt.isReleaseAwaited = false;
            timers.tidy(attempt, nowNs);
            final Outcome outcome = outcomeOf(attempt, state);
            if (outcome == Outcome.UNKNOWN)
            {
                meter.count(Counter.RELEASES_UNKNOWN);
            }
            meter.released(attempt.roundStartNs - attempt.startNs, nowNs - attempt.roundStartNs);
            attempt.claim.listener.onReleased(attempt.term, outcome);
        }

        return state != TallyState.PENDING;
    }

    /*
     * If so many of the nodes that had granted say the key is not there that no quorum held it any more, then
     * the lease was over before the release, whatever its deadline said.
     */
    private static Outcome outcomeOf(final Attempt attempt, final TallyState state)
    {
        if (state == TallyState.LOST)
        {
            return Outcome.UNKNOWN;
        }

        final boolean isTooLate = attempt.isExpiredRelease || attempt.wasLostBeforeRelease();

        return isTooLate ? Outcome.EXPIRED : Outcome.RELEASED;
    }
}
