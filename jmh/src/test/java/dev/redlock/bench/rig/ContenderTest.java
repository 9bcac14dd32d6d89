// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.bench.contender.Contender;
import dev.redlock.bench.contender.ContenderKind;
import dev.redlock.bench.contender.Mutex;
import dev.redlock.bench.contender.Target;
import dev.redlock.test.Await;

/**
 * Every contender does what it is measured for: a figure of something that does not lock would be worthless.
 */
@Tag("proof")
class ContenderTest
{
    private static final long PATIENCE_NS = 20_000_000_000L;
    private static final Duration SOON = Duration.ofSeconds(40);
    private static final long TTL_MS = 30_000;
    private static final long WARMUP_NS = 20_000_000L;

    /*
     * Long enough for a machine on which a thread stands still for a second.
     */
    private static final long MEASURED_NS = 2_000_000_000L;
    private static final int NODES = 5;
    private static final int CYCLES = 3;
    private static final int FLIGHTS = 16;

    private static Farm farm;

    @BeforeAll
    static void startServers() throws IOException
    {
        farm = Farm.start(NODES, null);
    }

    @AfterAll
    static void stopServers() throws IOException
    {
        farm.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldTheLockOnItsNodesAndLeaveNothingBehind(final ContenderKind kind)
        throws InterruptedException
    {
        final String key = "test:" + kind.label();
        try (Contender contender = kind.open(target()))
        {
            final Mutex mutex = contender.mutex(key);
            for (int i = 0; i < CYCLES; i++)
            {
                assertThat(mutex.acquire(PATIENCE_NS)).isTrue();
                if (kind != ContenderKind.CURATOR)
                {
                    assertThat(nodesWithKeys()).isGreaterThanOrEqualTo(kind.label().endsWith("-1") ? 1 : 3);
                }
                assertThat(mutex.release()).isTrue();
            }
        }
        Await.parking().until("no key is left", SOON, () -> nodesWithKeys() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFlyManyLocksAndLandThemAll(final ContenderKind kind)
    {
        assumeTrue(kind.hasFleet());
        try (Crew crew = new Crew(kind, target(), Crowd.inFlight(FLIGHTS)))
        {
            crew.warmUp(WARMUP_NS, CYCLES, PATIENCE_NS);
            final Figures figures = crew.measure(WARMUP_NS, MEASURED_NS);

            final long cycles = figures.recording().cycles();
            assertThat(cycles).isPositive();
            // A machine that stands still for a moment may cost each of them once.
            assertThat(figures.recording().failures()).isLessThanOrEqualTo(Math.max(FLIGHTS, cycles / 10));
            assertThat(figures.recording().missed()).isZero();
        }
        Await.parking().until("no key is left", SOON, () -> nodesWithKeys() == 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"REDLOCK_INVOKER", "REDLOCK_BLOCKING", "LETTUCE"})
    void shouldReachServersThroughTls(final ContenderKind kind) throws IOException, InterruptedException
    {
        final List<String> uris = farm.tlsUris(NODES);
        try (Contender contender = kind.open(new Target(uris, TTL_MS, farm.trust())))
        {
            final Mutex mutex = contender.mutex("tls:" + kind.label());

            assertThat(mutex.acquire(PATIENCE_NS)).isTrue();
            assertThat(mutex.release()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 16})
    void shouldWarmUpByCyclesAndNoLongerThanAllowed(final int inFlight)
    {
        try (Crew crew = new Crew(ContenderKind.FLOOR_JAVA, target(), Crowd.inFlight(inFlight)))
        {
            assertThat(crew.warmUp(WARMUP_NS, CYCLES, Long.MAX_VALUE)).isGreaterThanOrEqualTo(CYCLES);
            assertThat(crew.warmUp(WARMUP_NS, Long.MAX_VALUE, MEASURED_NS)).isPositive();
            assertThat(crew.warmUp(WARMUP_NS, CYCLES, 0)).isZero();
        }
    }

    @Test
    void shouldCountWhatARateHasMissed()
    {
        final int impossible = 10_000_000;
        try (Crew crew = new Crew(ContenderKind.FLOOR_JAVA, target(), Crowd.atRate(impossible)))
        {
            assertThat(crew.measure(WARMUP_NS, MEASURED_NS).recording().missed()).isPositive();
        }
    }

    private static Target target()
    {
        return new Target(farm.uris(NODES), TTL_MS, null);
    }

    /*
     * Fences outlast their locks.
     */
    private static int nodesWithKeys()
    {
        return (int)IntStream.range(0, NODES).filter(i -> ((List<?>)farm.server(i).call("KEYS", "*"))
            .stream().anyMatch(key -> !key.toString().endsWith(":fence"))).count();
    }
}
