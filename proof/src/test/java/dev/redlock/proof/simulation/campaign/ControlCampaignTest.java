// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import dev.redlock.proof.simulation.Envelope;
import dev.redlock.proof.simulation.Simulation;
import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.proof.simulation.fault.Reduction;

/**
 * A checker that has never seen two holders proves nothing. Beyond the envelope are the faults that Redlock
 * does not withstand, and they must show.
 */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControlCampaignTest
{
    private static final int HISTORIES = 1000;

    private CampaignResult result;

    @BeforeAll
    void runBeyondTheEnvelope() throws InterruptedException
    {
        result = Campaign.run(Envelope.BEYOND, 0, HISTORIES, 2, (done) ->
        {
        });
    }

    @Test
    void shouldFindTwoHoldersWhenTooManyNodesForget()
    {
        assertThat(result.caught(Fault.AMNESIA)).isPositive();
    }

    @Test
    void shouldFindTwoHoldersWhenTooManyNodesComeBackWithOldKeys()
    {
        assertThat(result.caught(Fault.STALE_SNAPSHOT)).isPositive();
    }

    @Test
    void shouldFindTwoHoldersWhenTooManyNodesAreFlushed()
    {
        assertThat(result.caught(Fault.FLUSHALL)).isPositive();
    }

    @Test
    void shouldFindTwoHoldersWhenTooManyNodesLoadOldKeysWhileTheyRun()
    {
        assertThat(result.caught(Fault.DEBUG_RELOAD)).isPositive();
    }

    @Test
    void shouldFindTwoHoldersWhenClocksAreSetForward()
    {
        assertThat(result.caught(Fault.CLOCK_STEP_FORWARD)).isPositive();
    }

    @Test
    void shouldFindTwoHoldersWhenClocksRunTooFast()
    {
        assertThat(result.caught(Fault.CLOCK_RATE)).isPositive();
    }

    @Test
    void shouldFindTwoHoldersWhenNodesAreReplicasForAMoment()
    {
        assertThat(result.caught(Fault.ROLE_FLAP)).isPositive();
    }

    @Test
    void shouldFindTwoHoldersWhenClientsAreSuspendedAndLookAtNoWallClock()
    {
        assertThat(result.caught(Fault.CLIENT_SUSPEND)).isPositive();
    }

    /**
     * What is left out may give way to more of the rest, so not every history gets fewer faults.
     */
    @Test
    void shouldShrinkAHistoryAndSayHowToReplayIt()
    {
        final long seed = result.complaints().keySet().stream().limit(5)
            .filter((each) ->
                faults(each, Shrinker.shrink(each, Envelope.BEYOND)) < faults(each, Reduction.NONE))
            .findFirst().orElseThrow();
        final Reduction reduction = Shrinker.shrink(seed, Envelope.BEYOND);

        assertThat(reduction).isNotEqualTo(Reduction.NONE);
        assertThat(Simulation.run(seed, Envelope.BEYOND, reduction).complaint()).startsWith("I1 ");
        assertThat(FailureReport.of(seed, Envelope.BEYOND))
            .contains("./redlock simulate --beyond --replay " + seed, "VIOLATION I1 ", reduction.options());
    }

    private static long faults(final long seed, final Reduction reduction)
    {
        return Simulation.run(seed, Envelope.BEYOND, reduction).faults();
    }
}
