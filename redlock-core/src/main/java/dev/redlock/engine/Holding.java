/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.engine;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.TallyState;
import dev.redlock.quorum.Validity;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * A lease while it lasts: its deadline, its extensions, and its loss.
 */
final class Holding
{
    /*
     * Automatic extension comes at a third of the time to live, so that two more tries fit in; after a round
     * without a decision it comes again at a twelfth.
     */
    private static final int EXTEND_AT = 3;
    private static final int EXTEND_AGAIN_AT = 12;

    private final Drift drift;
    private final Nodes nodes;
    private final Wire wire;
    private final Timers timers;
    private final Succession succession;
    private final Releasing releasing;
    private final Meter meter;

    Holding(
        final EngineConfig config,
        final Nodes nodes,
        final Wire wire,
        final Timers timers,
        final Succession succession,
        final Releasing releasing,
        final Meter meter)
    {
        drift = config.drift();
        this.nodes = nodes;
        this.wire = wire;
        this.timers = timers;
        this.succession = succession;
        this.releasing = releasing;
        this.meter = meter;
    }

    void begin(final Attempt attempt, final long validUntilNs)
    {
        attempt.phase = Attempt.Phase.HOLDING;
        attempt.term = attempt.claim.term;
        attempt.validUntilNs = validUntilNs;
        attempt.extendNs = attempt.startNs + attempt.roundTtlNs / EXTEND_AT;
        armTimer(attempt);
    }

    /**
     * Ends the lease if its validity is over.
     *
     * @return whether it has ended.
     */
    boolean expireIfDue(final Attempt attempt, final long nowNs)
    {
        if (nowNs - attempt.validUntilNs < 0)
        {
            return false;
        }

        lose(attempt, attempt.isLimitReached ? LostReason.LIMIT_REACHED : LostReason.EXPIRED, nowNs);

        return true;
    }

    void onTimer(final Attempt attempt, final long nowNs)
    {
        if (expireIfDue(attempt, nowNs))
        {
            return;
        }

        if (attempt.isExtending)
        {
            timeOutNodes(attempt, nowNs);
        }
        else if (isExtensionDue(attempt, nowNs))
        {
            beginExtension(attempt, attempt.claim.options.ttlNs(), nowNs);
        }
        armTimer(attempt);
    }

    void extend(final Claim claim, final long term, final long ttlMs, final long nowNs)
    {
        if (claim.state != Claim.State.HELD || claim.term != term)
        {
            final Outcome outcome = claim.hasLost(term) ? Outcome.LOST : Outcome.STALE_TERM;
            claim.listener.onExtended(claim, term, outcome);

            return;
        }

        final Attempt attempt = claim.attempt;
        attempt.isExtensionAwaited = true;
        if (expireIfDue(attempt, nowNs))
        {
            return;
        }

        final long ttlNs = ttlMs == 0 ? claim.options.ttlNs() : ttlMs * ClaimOptions.NS_PER_MS;
        if (beginExtension(attempt, ttlNs, nowNs))
        {
            armTimer(attempt);
        }
        else
        {
            answerExtension(attempt, Outcome.LIMIT_REACHED);
        }
    }

    /*
     * Never asks a node that is certainly without our key: it could only refuse. What is granted is what was
     * really sent, so the validity is computed from whole milliseconds, cut to the maximum hold. Once it is
     * cut, there is nothing more to win by extending again.
     *
     * A round that is still under way is superseded, so that whoever asks is answered for the time to live
     * that he asked for; what it grants later is strength all the same.
     */
    private boolean beginExtension(final Attempt attempt, final long ttlNs, final long nowNs)
    {
        final ClaimOptions options = attempt.claim.options;
        final long leftNs = attempt.startNs + options.maxHoldNs() - nowNs;
        final long pxNs = Math.min(ttlNs, leftNs) / ClaimOptions.NS_PER_MS * ClaimOptions.NS_PER_MS;
        final boolean isCut = pxNs < ttlNs;
        final boolean isGain = Validity.untilNs(nowNs, pxNs, drift) - attempt.validUntilNs > 0;

        if (attempt.extensions >= options.maxExtensions() || isCut && !isGain)
        {
            attempt.isLimitReached = true;

            return false;
        }

        meter.count(Counter.EXTENSIONS);
        attempt.extensions++;
        attempt.isExtending = true;
        attempt.isExtensionCut = isCut;
        attempt.beginRound(nowNs, pxNs);
        attempt.mootNs = Math.max(attempt.mootNs - nowNs, pxNs + drift.of(pxNs)) + nowNs;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (attempt.mayHoldAt(i))
            {
                takeOffer(attempt, i, wire.extend(nodes.at(i), attempt, nowNs));
            }
            else
            {
                explain(attempt, i, Cause.NOT_ASKED, null);
                attempt.tally.add(i, Vote.REFUSED);
            }
        }
        endRoundIfDecided(attempt, nowNs);

        return true;
    }

    void onReply(
        final OperationKind kind,
        final Attempt attempt,
        final int nodeIndex,
        final Reply reply,
        final int round,
        final long untilNs,
        final long nowNs)
    {
        if (attempt.phase != Attempt.Phase.HOLDING || expireIfDue(attempt, nowNs))
        {
            meter.count(Counter.STRAGGLERS);

            return;
        }

        final boolean isCurrent = attempt.isExtending && round == attempt.round;
        if (isCurrent && kind == OperationKind.EXTEND && reply.errorCode() == ErrorCode.NOSCRIPT)
        {
            resendWithText(attempt, nodeIndex, nowNs);
        }
        else
        {
            takeVote(attempt, nodeIndex, reply, isCurrent, untilNs);
        }

        if (updateValidity(attempt, nowNs))
        {
            endRoundIfDecided(attempt, nowNs);
            armTimer(attempt);
        }
    }

    /*
     * A node that is certainly without our key cannot get it back, whatever an overtaken reply says.
     */
    private void takeVote(
        final Attempt attempt,
        final int nodeIndex,
        final Reply reply,
        final boolean isCurrent,
        final long untilNs)
    {
        final boolean isPossible = attempt.mayHoldAt(nodeIndex);
        final Vote vote = isPossible ? VoteRule.of(OperationKind.EXTEND, reply) : Vote.REFUSED;

        switch (vote)
        {
            case GRANTED:
                attempt.standing.grant(nodeIndex, untilNs);
                break;

            case REFUSED:
                attempt.standing.drop(nodeIndex);
                attempt.certainlyWithout(nodeIndex);
                break;

            default:
                if (VoteRule.isError(vote, reply))
                {
                    meter.count(Counter.NODE_ERRORS);
                }
                break;
        }

        if (isCurrent)
        {
            explain(attempt, nodeIndex, VoteRule.causeOf(vote, reply), reply);
            attempt.tally.add(nodeIndex, vote);
        }
        else
        {
            meter.count(Counter.STRAGGLERS);
        }
    }

    /*
     * Runs inside the reply's callback, so the text goes out on the connection that missed the script.
     */
    private void resendWithText(final Attempt attempt, final int nodeIndex, final long nowNs)
    {
        meter.count(Counter.SCRIPTS_RESENT);
        takeOffer(attempt, nodeIndex, wire.extendWithText(nodes.at(nodeIndex), attempt, nowNs));
    }

    private void takeOffer(final Attempt attempt, final int nodeIndex, final int offered)
    {
        if (offered == Transport.ACCEPTED)
        {
            attempt.asked |= 1L << nodeIndex;
            explain(attempt, nodeIndex, Cause.PENDING, null);
        }
        else
        {
            explain(attempt, nodeIndex, Wire.causeOf(offered), null);
            attempt.tally.add(nodeIndex, Vote.FAULTED);
        }
    }

    /**
     * A grant of the winning round that came after the decision: the lease stands on one node more.
     */
    void onStraggler(final Attempt attempt, final int nodeIndex, final long untilNs, final long nowNs)
    {
        if (!expireIfDue(attempt, nowNs))
        {
            meter.count(Counter.STRAGGLERS_KEPT);
            attempt.standing.grant(nodeIndex, untilNs);
            updateValidity(attempt, nowNs);
        }
    }

    /**
     * A node has restarted: what it had granted before does not count any more, neither for the lease nor in
     * an extension that is under way.
     */
    void onRestart(final Attempt attempt, final int nodeIndex, final long nowNs)
    {
        attempt.standing.drop(nodeIndex);
        attempt.tally.withdraw(nodeIndex);
        explain(attempt, nodeIndex, Cause.DISCONNECTED, null);
        if (updateValidity(attempt, nowNs))
        {
            endRoundIfDecided(attempt, nowNs);
            armTimer(attempt);
        }
    }

    /**
     * Takes the claim out of its lease for a release.
     */
    Attempt leave(final Claim claim, final long nowNs)
    {
        final Attempt attempt = claim.attempt;

        claim.attempt = null;
        claim.state = Claim.State.IDLE;
        succession.leave(claim.line);
        timers.tidy(claim, nowNs);
        if (attempt.isExtensionAwaited)
        {
            answerExtension(attempt, Outcome.STALE_TERM);
        }

        return attempt;
    }

    private boolean updateValidity(final Attempt attempt, final long nowNs)
    {
        if (!attempt.standing.isQuorum())
        {
            lose(attempt, LostReason.REFUSED, nowNs);

            return false;
        }

        final long deadlineNs = attempt.standing.deadlineNs();
        if (deadlineNs != attempt.validUntilNs)
        {
            attempt.validUntilNs = deadlineNs;
            attempt.claim.listener.onValidity(attempt.claim, attempt.term, deadlineNs);
        }

        return !expireIfDue(attempt, nowNs);
    }

    private void timeOutNodes(final Attempt attempt, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (attempt.awaits(i) && nowNs - nodes.dueNs(i, attempt) >= 0)
            {
                meter.count(Counter.NODE_TIMEOUTS);
                explain(attempt, i, Cause.TIMEOUT, null);
                attempt.tally.add(i, Vote.FAULTED);
            }
        }
        endRoundIfDecided(attempt, nowNs);
    }

    private void endRoundIfDecided(final Attempt attempt, final long nowNs)
    {
        final TallyState state = attempt.tally.state();
        if (!attempt.isExtending || state == TallyState.PENDING)
        {
            return;
        }

        attempt.isExtending = false;
        final ClaimOptions options = attempt.claim.options;
        if (state == TallyState.WON &&
            Validity.isWorthHaving(attempt.validUntilNs, options.minValidityNs(), nowNs))
        {
            meter.count(Counter.EXTENSIONS_WON);
            meter.extended(nowNs - attempt.roundStartNs);
            attempt.extendNs = attempt.roundStartNs + attempt.roundTtlNs / EXTEND_AT;
            attempt.isLimitReached |= attempt.isExtensionCut;
            answerExtension(attempt, Outcome.EXTENDED);
        }
        else
        {
            meter.count(Counter.EXTENSIONS_INCONCLUSIVE);
            attempt.extendNs = nowNs + options.ttlNs() / EXTEND_AGAIN_AT;
            answerExtension(attempt, Outcome.INCONCLUSIVE);
        }
    }

    /*
     * The listener comes last: by then the token is on its way out, and the attempt may have been given back.
     */
    private void lose(final Attempt attempt, final LostReason reason, final long nowNs)
    {
        final Claim claim = attempt.claim;
        final long term = attempt.term;
        final boolean isExtensionAwaited = attempt.isExtensionAwaited;

        meter.count(Counter.LEASES_LOST);
        claim.lostTerm = term;
        claim.attempt = null;
        claim.state = Claim.State.IDLE;
        succession.leave(claim.line);
        timers.tidy(claim, nowNs);
        releasing.begin(attempt, false, nowNs);
        if (isExtensionAwaited)
        {
            claim.listener.onExtended(claim, term, Outcome.LOST);
        }
        claim.listener.onLost(claim, term, reason);
    }

    private void answerExtension(final Attempt attempt, final Outcome outcome)
    {
        if (attempt.isExtensionAwaited)
        {
            attempt.isExtensionAwaited = false;
            attempt.claim.listener.onExtended(attempt.claim, attempt.term, outcome);
        }
    }

    private void explain(final Attempt attempt, final int nodeIndex, final Cause cause, final Reply reply)
    {
        if (attempt.isExtensionAwaited)
        {
            attempt.claim.explain(nodeIndex, cause,
                reply == null ? ErrorCode.NONE : reply.errorCode(), reply == null ? "" : reply.errorText());
        }
    }

    private boolean isExtensionDue(final Attempt attempt, final long nowNs)
    {
        return isExtendedAutomatically(attempt) && nowNs - attempt.extendNs >= 0;
    }

    private static boolean isExtendedAutomatically(final Attempt attempt)
    {
        return attempt.claim.options.autoExtend() && !attempt.isLimitReached;
    }

    private void armTimer(final Attempt attempt)
    {
        long nextNs = attempt.validUntilNs;

        if (attempt.isExtending)
        {
            nextNs = nodes.nextDueNs(attempt, nextNs);
        }
        else if (isExtendedAutomatically(attempt) && attempt.extendNs - nextNs < 0)
        {
            nextNs = attempt.extendNs;
        }
        timers.arm(attempt.claim, nextNs);
    }
}
