// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.Turns;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.Meter;
import dev.redlock.outcome.Counter;

/**
 * Has claims pause before they begin, for the sake of others: of those that have waited longer for room, and
 * of other clients when it is their turn ({@link Turns}).
 */
final class Manners
{
    /*
     * A line that gives way pauses longer than others do, if their options are like ours.
     */
    private static final long BEYOND_A_PAUSE_NS = 3_000_000;

    private final Pauses pauses;
    private final Meter meter;

    Manners(final Pauses pauses, final Meter meter)
    {
        this.pauses = pauses;
        this.meter = meter;
    }

    /**
     * Ends the turn of the line that a claim takes over, if it has lasted and there is patience.
     *
     * @return whether it has ended, and the claim pauses.
     */
    boolean endTurn(final Claim claim, final long nowNs)
    {
        final ClaimOptions options = claim.options;
        if (!claim.line.turns.isOver(nowNs))
        {
            return false;
        }

        final long wayNs = Math.min(Pauses.LONGEST_NS, Math.min(options.minRetryNs(), Pauses.LONGEST_NS) +
            Math.min(options.maxRetryNs(), Pauses.LONGEST_NS) + BEYOND_A_PAUSE_NS);
        if (claim.isTimeUp(nowNs + wayNs))
        {
            return false;
        }

        claim.line.turns.end();
        meter.count(Counter.TURNS_GIVEN);
        claim.clearCauses();
        pauses.pause(claim, wayNs, nowNs);

        return true;
    }

    /**
     * Makes a patient claim pause before it begins, if others wait for room, or if it is the others' turn and
     * there is time for that.
     *
     * @return whether it pauses.
     */
    boolean giveWay(final Claim claim, final long nowNs)
    {
        if (pauses.firstForRoom() != null)
        {
            pauses.awaitRoom(claim, nowNs);

            return true;
        }

        final Turns turns = claim.line.turns;
        final boolean isOthersTurn = turns.isOthers(nowNs);
        turns.endOthers(nowNs);
        if (!isOthersTurn)
        {
            return false;
        }

        claim.clearCauses();
        pauses.backOff(claim, 1, 0, nowNs);
        if (claim.isTimeUp(claim.retryNs))
        {
            return false;
        }

        meter.count(Counter.TURNS_GIVEN);

        return true;
    }
}
