// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.client.tck.choice.TransportChoice;

/**
 * No two clients claim the same lock at a time, whatever happens to real processes; and a check of the check.
 * <p>
 * The system property {@code redlock.chaos.seconds} gives the length of the run, {@code redlock.chaos.seed}
 * its seed; without that, each run has a seed of its own, and a failure prints it.
 */
@Tag("proof")
class ChaosTwinTest
{
    private static final TransportChoice NETTY = new TransportChoice("netty", Map.of());
    private static final int DEFAULT_SECONDS = 60;
    private static final Duration TRIAL = Duration.ofSeconds(60);

    @Test
    @Timeout(7200)
    void shouldNeverHaveTwoHoldersNorLeaveOrphans() throws InterruptedException
    {
        final int seconds = Integer.getInteger("redlock.chaos.seconds", DEFAULT_SECONDS);
        final ChaosReport report = run(Duration.ofSeconds(seconds), PlantedFault.NONE);

        assertThat(report.overlaps()).as("overlapping claims").isEmpty();
        assertThat(report.orphans()).as("orphans").isEmpty();
        assertThat(report.complaints()).as("complaints").isEmpty();
    }

    @Test
    void shouldFindTheClientThatWorksOnAfterItsValidity() throws InterruptedException
    {
        assertThat(run(TRIAL, PlantedFault.DEAF_CLIENT).overlaps()).isNotEmpty();
    }

    @Test
    void shouldFindTheMajorityThatForgets() throws InterruptedException
    {
        assertThat(run(TRIAL, PlantedFault.FORGETFUL_MAJORITY).overlaps()).isNotEmpty();
    }

    private ChaosReport run(final Duration length, final PlantedFault planted) throws InterruptedException
    {
        final long seed = Long.getLong("redlock.chaos.seed", System.nanoTime());
        final ChaosReport report = ChaosRun.run(
            new ChaosSettings(length, seed, NETTY, planted), ChaosTwinTest::say);
        report.overlaps().forEach(ChaosTwinTest::say);
        System.out.println(report.lastLine());

        return report;
    }

    private static void say(final String line)
    {
        System.out.println("chaos: " + line);
    }
}
