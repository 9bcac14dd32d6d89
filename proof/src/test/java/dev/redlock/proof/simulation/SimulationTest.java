// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.outcome.Counter;
import dev.redlock.proof.simulation.campaign.Campaign;
import dev.redlock.proof.simulation.campaign.CampaignResult;
import dev.redlock.proof.simulation.campaign.FailureReport;
import dev.redlock.proof.simulation.fault.Fault;

/**
 * Engines with all that belongs to them, in worlds at their worst. A failure names its seed, the command that
 * replays it, and shows the end of its smallest version.
 */
class SimulationTest
{
    private static final int MANY = 400;
    private static final int SOME = 200;
    private static final int LINES = 150;
    private static final int DURABLE = 80;
    private static final int FEW = 20;

    /**
     * Too few to meet every fault.
     */
    @ParameterizedTest
    @EnumSource(names = {"INSIDE", "KEEPING", "GUARDED", "DURABLE", "WAITING"})
    void shouldWithstandEverythingInAFewHistories(final Envelope envelope) throws InterruptedException
    {
        run(envelope, 0, FEW);
    }

    @Test
    @Tag("proof")
    void shouldWithstandEverythingInManyHistories() throws InterruptedException
    {
        final CampaignResult result = runAll(Envelope.INSIDE, MANY);

        assertThat(result.faults()).isGreaterThan(20L * MANY);
        assertThat(result.count(Counter.ATTEMPTS_TOO_LATE)).isPositive();
        assertThat(result.acquisitions()).isGreaterThan(20L * MANY);
        assertThat(result.operations()).isGreaterThan(50L * MANY);
        for (final Counter counter : List.of(
            Counter.ATTEMPTS_CONTENDED, Counter.ATTEMPTS_NO_QUORUM, Counter.ATTEMPTS_GIVEN_UP,
            Counter.LOCAL_WAITS, Counter.TURNS_GIVEN, Counter.EXTENSIONS_WON,
            Counter.EXTENSIONS_INCONCLUSIVE, Counter.LEASES_LOST, Counter.RELEASES_DEFERRED,
            Counter.RELEASES_MOOT, Counter.RELEASES_UNKNOWN, Counter.STRAGGLERS, Counter.STRAGGLERS_KEPT,
            Counter.NODE_TIMEOUTS, Counter.NODE_ERRORS, Counter.SCRIPTS_RESENT, Counter.HALF_OPEN,
            Counter.NODE_RESTARTS, Counter.REPLIES_UNMATCHED))
        {
            assertThat(result.count(counter)).as(counter.label()).isGreaterThan(MANY / 20);
        }
        assertThat(result.ghosts()).as("ghosts").isGreaterThan(MANY / 100);
    }

    @Test
    @Tag("proof")
    void shouldKeepKeysForAWhileAfterTheirRelease() throws InterruptedException
    {
        final CampaignResult result = runAll(Envelope.KEEPING, SOME);

        assertThat(result.count(Counter.RELEASES_AFTER)).isGreaterThan(SOME);
        assertThat(result.count(Counter.RELEASES_UNKNOWN)).isGreaterThan(SOME / 20);
    }

    /**
     * Nodes are emptied, restarted without their keys or with old ones, and given other data, as often as it
     * comes; their clocks are set or run too fast; clients are suspended.
     */
    @Test
    @Tag("proof")
    void shouldWithstandWhatTheLevelsGuardAgainst() throws InterruptedException
    {
        final CampaignResult result = runAll(Envelope.GUARDED, SOME);

        assertThat(result.count(Counter.QUARANTINES)).isGreaterThan(SOME);
        assertThat(result.count(Counter.CLOCK_RATES)).isGreaterThan(SOME / 20);
        assertThat(result.count(Counter.CLOCK_STEPS)).isGreaterThan(SOME / 20);
        assertThat(result.count(Counter.CLIENT_PAUSES)).isGreaterThan(SOME / 20);
        assertThat(result.strikes(Fault.UNSEEN_FLAP)).isGreaterThan(SOME / 5);
        assertThat(result.strikes(Fault.MACHINE_PAUSE)).isGreaterThan(SOME / 20);
        assertThat(result.strikes(Fault.NEWCOMER)).isPositive();
        assertThat(result.acquisitions()).isGreaterThan(20L * SOME);
    }

    /**
     * Nodes that crash lose what was not on their disks, and vote at once when they are back.
     */
    @Test
    @Tag("proof")
    void shouldWithstandLostTailsWithDurableVotes() throws InterruptedException
    {
        final CampaignResult result = runAll(Envelope.DURABLE, DURABLE);

        assertThat(result.count(Counter.ATTEMPTS_WON)).isGreaterThan(10L * DURABLE);
        assertThat(result.count(Counter.EXTENSIONS_WON)).isGreaterThan(DURABLE);
        assertThat(result.count(Counter.VOTES_NOT_DURABLE)).isGreaterThan(DURABLE);
    }

    /**
     * Whoever waits does so in line at the nodes; messages are lost, late, or told twice.
     */
    @ParameterizedTest
    @EnumSource(names = {"WAITING", "WAITING_GUARDED"})
    @Tag("proof")
    void shouldWaitInLine(final Envelope envelope) throws InterruptedException
    {
        final CampaignResult result = runAll(envelope, LINES);

        for (final Counter counter : List.of(Counter.WAITS_IN_LINE, Counter.TICKETS_RENEWED,
            Counter.LOCKS_GIVEN, Counter.LOCKS_FOUND, Counter.LOCKS_PASSED))
        {
            assertThat(result.count(counter)).as(counter.label()).isGreaterThan(LINES);
        }
        assertThat(result.count(Counter.LINES_SPLIT)).isGreaterThan(LINES / 20);
    }

    /**
     * Others than the few, and enough to meet every fault.
     */
    private static CampaignResult runAll(final Envelope envelope, final int histories)
        throws InterruptedException
    {
        final CampaignResult result = run(envelope, FEW, histories);
        assertThat(result.objection()).isNull();

        return result;
    }

    private static CampaignResult run(final Envelope envelope, final long firstSeed, final int histories)
        throws InterruptedException
    {
        final CampaignResult result = Campaign.run(envelope, firstSeed, histories, 2, (done) ->
        {
        });
        for (final long seed : result.complaints().keySet())
        {
            throw new AssertionError(FailureReport.of(seed, envelope));
        }

        assertThat(result.histories()).isEqualTo(histories);

        return result;
    }
}
