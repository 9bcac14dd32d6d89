// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockException;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Drift;
import dev.redlock.test.Await;

/**
 * Nodes whose wall clocks are set, stand still or run too fast. The holder stands on exactly two of three
 * nodes, and the clock of one of the two goes wrong, so that its key may expire early.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
public abstract class WrongClocks extends FaultSuite
{
    private static final String KEY = "clocks";
    private static final int WRONG = 1;
    private static final int ROUNDS = Integer.getInteger("redlock.clocks.rounds", 1);
    private static final Duration TTL = Duration.ofSeconds(4);
    private static final LockOptions OPTIONS = LockOptions.DEFAULT.withTtl(TTL);

    /*
     * Two fence windows and five seconds: longer than the longest time to live.
     */
    private static final Duration FENCE_WINDOW = Duration.ofSeconds(1);
    private static final Duration QUARANTINE = FENCE_WINDOW.multipliedBy(2).plusSeconds(5);

    private final List<WallClock> clocks = new ArrayList<>();
    private Path directory;
    private RealNodes nodes;

    /**
     * What a clock can do.
     */
    enum Error
    {
        FORWARD, BACK, STANDS_STILL, TOO_FAST
    }

    @BeforeAll
    void startNodes() throws IOException, InterruptedException
    {
        directory = WallClock.assumeMovable();
        for (int i = 0; i < 3; i++)
        {
            clocks.add(new WallClock(directory, i));
        }
        nodes = RealNodes.start(3, index -> clocks.get(index).server(directory));
    }

    @AfterAll
    void stopNodes()
    {
        if (nodes != null)
        {
            nodes.close();
            WallClock.delete(directory);
        }
    }

    @AfterEach
    void repairClock()
    {
        clocks.get(WRONG).repair();
    }

    /**
     * Nobody else holds the lock while its holder believes to: neither who was connected when the clock went
     * wrong, nor who comes after. The lock is available again as soon as the holder has lost it; the node
     * votes again when its quarantine is over.
     */
    @Test
    void shouldNotBeHeldTwiceWhenAClockGoesWrong() throws InterruptedException
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            for (final Error error : Error.values())
            {
                nodes.empty();
                checkNobodyElse(error, i % 2 == 0 == (error.ordinal() % 2 == 0), error + ", round " + i);
            }
        }
    }

    private void checkNobodyElse(final Error error, final boolean isFenced, final String round)
        throws InterruptedException
    {
        final LockOptions options = isFenced ? OPTIONS.withFencing() : OPTIONS;
        try (Redlock first = up(guarded().name("first")); Redlock second = up(guarded().name("second"));
            LockHandle held = first.handle(KEY, options); LockHandle connected = second.handle(KEY, options))
        {
            awaitClocksKnown(first, second);
            final long term = acquireOnFirstTwo(held, round);
            strike(error);
            try (Redlock third = guarded().name("third").build();
                LockHandle newcomer = third.handle(KEY, options))
            {
                while (held.isHeld(term))
                {
                    for (final LockHandle other : List.of(connected, newcomer))
                    {
                        final long taken = other.tryAcquire();
                        assertThat(taken > 0 && held.isHeld(term)).as("%s: %s", round, other.votes())
                            .isFalse();
                    }
                }
                // It may have been taken by one of them meanwhile; within its time to live it is free again.
                connected.releaseAsync(connected.term());
                newcomer.releaseAsync(newcomer.term());
                final long again = connected.acquire(SOON);
                assertThat(again).as("%s: %s", round, connected.votes()).isPositive();
                assertThat(connected.release(again)).isEqualTo(Outcome.RELEASED);
                Await.parking().until(round + ": " + counterOf(error), SOON,
                    () -> first.metrics().count(counterOf(error)), count -> count > 0);
            }
            Await.parking().until(round + ": a quarantine", SOON,
                () -> second.metrics().count(Counter.QUARANTINES), quarantines -> quarantines > 0);
            clocks.get(WRONG).repair();
            Await.parking().until(round + ": it votes again", QUARANTINE.plus(SOON),
                () -> voteOfWrong(connected), Cause.GRANTED::equals);
        }
    }

    private static Cause voteOfWrong(final LockHandle handle)
    {
        final long term = handle.tryAcquire();
        final Cause cause = handle.votes().get(WRONG).cause();
        handle.release(term);

        return cause;
    }

    /**
     * The control: without the guard the same is enough for two holders.
     */
    @Test
    void shouldBeHeldTwiceWithoutTheGuard() throws InterruptedException
    {
        nodes.empty();
        try (Redlock first = up(guarded().quarantine(QuarantineLevel.OFF));
            Redlock second = up(guarded().quarantine(QuarantineLevel.OFF));
            LockHandle held = first.handle(KEY, OPTIONS); LockHandle other = second.handle(KEY, OPTIONS))
        {
            final long term = acquireOnFirstTwo(held, "control");
            strike(Error.FORWARD);
            assertThat(other.acquire(TTL.dividedBy(2))).as("%s", other.votes()).isPositive();
            assertThat(held.isHeld(term)).isTrue();
        }
    }

    /**
     * Without the time in every grant, whoever was connected may take a plain lock that a step has freed; the
     * holder, and who took it, learn of it by their next heartbeats.
     */
    @Test
    void shouldEndTwoPlainHoldersWithinSomeHeartbeats() throws InterruptedException
    {
        nodes.empty();
        try (Redlock first = up(guarded().drift(Drift.SPECIFICATION));
            Redlock second = up(guarded().drift(Drift.SPECIFICATION));
            LockHandle held = first.handle(KEY, OPTIONS); LockHandle other = second.handle(KEY, OPTIONS))
        {
            awaitClocksKnown(first, second);
            final long term = acquireOnFirstTwo(held, "plain");
            strike(Error.FORWARD);
            final long taken = other.tryAcquire();
            assertThat(taken).as("%s", other.votes()).isPositive();
            Await.parking().until("the holder has lost", SOON, () -> held.isHeld(term), isHeld -> !isHeld);
            Await.parking().until("so has who took it", SOON, () -> other.isHeld(taken), isHeld -> !isHeld);
            Await.parking().until("a quarantine", SOON, () -> second.metrics().count(Counter.QUARANTINES),
                quarantines -> quarantines > 0);
        }
    }

    /**
     * Of five nodes two are up, one with a wrong clock, for longer than a connection may take. The third to
     * come finds no wrong clock voting, and until it comes the two say that they do not vote.
     */
    @Test
    void shouldCompareClocksForGoodOnlyWhenAMajorityIsUp() throws IOException, InterruptedException
    {
        final WallClock right = new WallClock(directory, clocks.size());
        strike(Error.FORWARD);
        try (RealNodes five = RealNodes.start(5,
            index -> (index == WRONG ? clocks.get(WRONG) : right).server(directory)))
        {
            IntStream.range(2, 5).forEach(five::kill);
            try (Redlock redlock = guarded(five).connectTimeout(Duration.ofMillis(500))
                .startWithoutQuorum().build())
            {
                for (int i = 0; i < 2; i++)
                {
                    final int index = i;
                    Await.parking().until("heartbeats of " + i, SOON,
                        () -> redlock.metrics().clock(index).samples(), samples -> samples > 4);
                    assertThat(redlock.nodes().get(i).toString())
                        .contains(" UP: ", "does not vote yet", "bring a majority of the nodes up");
                }
                assertThatExceptionOfType(RedlockException.class)
                    .isThrownBy(() -> redlock.acquire(KEY, Duration.ZERO))
                    .withMessageContaining("the clocks of nodes differ (%s, %s), and no majority",
                        redlock.nodes().get(0).node(), redlock.nodes().get(1).node());

                five.restart(2);
                awaitState(redlock, WRONG, NodeStatus.State.QUARANTINED);
                awaitState(redlock, 2, NodeStatus.State.UP);
                assertThat(redlock.nodes().get(0).detail()).doesNotContain("does not vote");
            }
        }
    }

    /*
     * As if the third had never granted it.
     */
    private long acquireOnFirstTwo(final LockHandle held, final String round) throws InterruptedException
    {
        nodes.call(2, "SET", KEY, "somebody");
        final long term = held.acquire(SOON);
        assertThat(term).as("%s: %s", round, held.votes()).isPositive();
        awaitHolders(nodes, KEY, Set.of(0, 1, 2));
        nodes.call(2, "DEL", KEY);

        return term;
    }

    private static void awaitClocksKnown(final Redlock... clients)
    {
        for (final Redlock client : clients)
        {
            Await.parking().until("clocks read", SOON, () -> client.metrics().clock(WRONG).samples(),
                samples -> samples > 0);
        }
    }

    private void strike(final Error error)
    {
        final WallClock clock = clocks.get(WRONG);
        switch (error)
        {
            case FORWARD -> clock.step(Duration.ofSeconds(60));
            case BACK -> clock.step(Duration.ofHours(-1));
            case STANDS_STILL -> clock.standStill();
            default -> clock.gain(100_000);
        }
    }

    private static Counter counterOf(final Error error)
    {
        return switch (error)
        {
            case STANDS_STILL -> Counter.CLOCK_STANDSTILLS;
            case TOO_FAST -> Counter.CLOCK_RATES;
            default -> Counter.CLOCK_STEPS;
        };
    }

    private RedlockBuilder guarded()
    {
        return guarded(nodes);
    }

    private RedlockBuilder guarded(final RealNodes servers)
    {
        return patient(servers.uris()).longestTtl(TTL).defaults(OPTIONS).fenceWindow(FENCE_WINDOW)
            .drift(Drift.MEASURED).quarantine(QuarantineLevel.RESTART).assumeNodesFresh();
    }
}
