// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
    private static final int FEW = 20;
    private static final int GUARDED = 20;
    private static final int LINES = 15;
    private static final int MANY_LINES = 150;
    private static final int MANY_DURABLE = 80;

    @Test
    @Tag("proof")
    void shouldWithstandEverythingInManyHistories() throws InterruptedException
    {
        final CampaignResult result = check(0, MANY);

        assertThat(result.faults()).isGreaterThan(20L * MANY);
        assertThat(result.count(Counter.ATTEMPTS_TOO_LATE)).isPositive();
    }

    @Test
    void shouldWithstandEverythingInSomeHistories() throws InterruptedException
    {
        check(MANY, FEW);
    }

    @Test
    @Tag("proof")
    void shouldKeepKeysForAWhileAfterTheirReleaseInManyHistories() throws InterruptedException
    {
        checkKeeping(FEW, SOME);
    }

    @Test
    void shouldKeepKeysForAWhileAfterTheirRelease() throws InterruptedException
    {
        checkKeeping(0, FEW);
    }

    private static void checkKeeping(final long firstSeed, final int histories) throws InterruptedException
    {
        final CampaignResult result = run(Envelope.KEEPING, firstSeed, histories);

        assertThat(result.count(Counter.RELEASES_AFTER)).isGreaterThan(histories);
        assertThat(result.count(Counter.RELEASES_UNKNOWN)).isGreaterThan(histories / 20);
    }

    /**
     * Nodes are emptied, restarted without their keys or with old ones, and given other data, as often as it
     * comes; their clocks are set or run too fast; clients are suspended.
     */
    @Test
    void shouldWithstandWhatTheLevelsGuardAgainst() throws InterruptedException
    {
        checkGuarded(0, GUARDED);
    }

    @Test
    @Tag("proof")
    void shouldWithstandWhatTheLevelsGuardAgainstInManyHistories() throws InterruptedException
    {
        assertThat(checkGuarded(GUARDED, SOME).strikes(Fault.NEWCOMER)).isPositive();
    }

    private static CampaignResult checkGuarded(final long firstSeed, final int histories)
        throws InterruptedException
    {
        final CampaignResult result = run(Envelope.GUARDED, firstSeed, histories);

        assertThat(result.count(Counter.QUARANTINES)).isGreaterThan(histories);
        assertThat(result.count(Counter.CLOCK_RATES)).isGreaterThan(histories / 20);
        assertThat(result.count(Counter.CLOCK_STEPS)).isGreaterThan(histories / 20);
        assertThat(result.count(Counter.CLIENT_PAUSES)).isGreaterThan(histories / 20);
        assertThat(result.strikes(Fault.UNSEEN_FLAP)).isGreaterThan(histories / 5);
        assertThat(result.strikes(Fault.MACHINE_PAUSE)).isGreaterThan(histories / 20);
        assertThat(result.acquisitions()).isGreaterThan(20L * histories);

        return result;
    }

    /**
     * Nodes that crash lose what was not on their disks, and vote at once when they are back.
     */
    @Test
    void shouldWithstandLostTailsWithDurableVotes() throws InterruptedException
    {
        checkDurable(0, FEW);
    }

    @Test
    @Tag("proof")
    void shouldWithstandLostTailsWithDurableVotesInMoreHistories() throws InterruptedException
    {
        checkDurable(FEW, MANY_DURABLE);
    }

    private static void checkDurable(final long firstSeed, final int histories) throws InterruptedException
    {
        final CampaignResult result = run(Envelope.DURABLE, firstSeed, histories);

        assertThat(result.count(Counter.ATTEMPTS_WON)).isGreaterThan(10L * histories);
        assertThat(result.count(Counter.EXTENSIONS_WON)).isGreaterThan(histories);
        assertThat(result.count(Counter.VOTES_NOT_DURABLE)).isGreaterThan(histories);
    }

    /**
     * Whoever waits does so in line at the nodes; messages are lost, late, or told twice.
     */
    @Test
    void shouldWaitInLineThroughAllFaults() throws InterruptedException
    {
        checkWaiting(Envelope.WAITING, 0, LINES);
    }

    @Test
    @Tag("proof")
    void shouldWaitInLineThroughAllFaultsInManyHistories() throws InterruptedException
    {
        checkWaiting(Envelope.WAITING, LINES, MANY_LINES);
    }

    @Test
    @Tag("proof")
    void shouldWaitInLineThroughWhatTheLevelsGuardAgainst() throws InterruptedException
    {
        checkWaiting(Envelope.WAITING_GUARDED, 0, MANY_LINES);
    }

    private static void checkWaiting(final Envelope envelope, final long firstSeed, final int histories)
        throws InterruptedException
    {
        final CampaignResult result = run(envelope, firstSeed, histories);

        for (final Counter counter : List.of(Counter.WAITS_IN_LINE, Counter.TICKETS_RENEWED,
            Counter.LOCKS_GIVEN, Counter.LOCKS_FOUND, Counter.LOCKS_PASSED))
        {
            assertThat(result.count(counter)).as(counter.label()).isGreaterThan(histories);
        }
        assertThat(result.count(Counter.LINES_SPLIT)).isGreaterThan(histories / 20);
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
        assertThat(result.objection()).isNull();

        return result;
    }

    private static CampaignResult check(final long firstSeed, final int histories) throws InterruptedException
    {
        final CampaignResult result = run(Envelope.INSIDE, firstSeed, histories);

        assertThat(result.acquisitions()).isGreaterThan(20L * histories);
        assertThat(result.operations()).isGreaterThan(50L * histories);
        assertThat(result.faults()).isGreaterThan(15L * histories);
        for (final Counter counter : List.of(
            Counter.ATTEMPTS_CONTENDED, Counter.ATTEMPTS_NO_QUORUM, Counter.ATTEMPTS_GIVEN_UP,
            Counter.LOCAL_WAITS, Counter.TURNS_GIVEN, Counter.EXTENSIONS_WON,
            Counter.EXTENSIONS_INCONCLUSIVE, Counter.LEASES_LOST, Counter.RELEASES_DEFERRED,
            Counter.RELEASES_MOOT, Counter.RELEASES_UNKNOWN, Counter.STRAGGLERS, Counter.STRAGGLERS_KEPT,
            Counter.NODE_TIMEOUTS, Counter.NODE_ERRORS, Counter.SCRIPTS_RESENT, Counter.HALF_OPEN,
            Counter.NODE_RESTARTS, Counter.REPLIES_UNMATCHED))
        {
            assertThat(result.count(counter)).as(counter.label()).isGreaterThan(histories / 20);
        }
        assertThat(result.ghosts()).as("ghosts").isGreaterThan(histories / 100);

        return result;
    }
}
