// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.RemoteNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Drift;

/**
 * Clocks of nodes whose answers take time, as over a network: nothing is sent and received at one instant,
 * and an honest answer can be older than the move that it is to disprove.
 */
@Tag("proof")
class DistantClocksTest
{
    private static final long MS = Limits.MS;
    private static final double STEP_MS = 2_000;

    private RemoteNodes nodes;

    @AfterEach
    void settle()
    {
        nodes.rig.settle();
    }

    private RemoteNodes begin(final int count)
    {
        if (nodes != null)
        {
            settle();
        }
        nodes = RemoteNodes.of(count);

        return nodes;
    }

    private void areAccused(final int count, final String suspicion)
    {
        assertThat(nodes.rig.news).contains(IntStream.range(0, count)
            .mapToObj((node) -> "n" + node + " quarantined: " + suspicion).toArray(String[]::new));
    }

    private void nobodyIsAccused()
    {
        assertThat(nodes.rig.news).noneMatch((news) -> news.contains("quarantined"));
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "3, 2", "5, 3", "5, 4", "7, 4"})
    void shouldAccuseThoseThatRunTooFast(final int count, final int fast)
    {
        begin(count).gains(8, IntStream.range(0, fast).toArray()).beats(6);

        areAccused(fast, "CLOCK_RATE");
        nodes.rig.counted(Counter.CLIENT_PAUSES, 0);
    }

    /*
     * The allowance is 1 %. What a round trip hides of each gain cannot be disproved.
     */
    @ParameterizedTest
    @CsvSource({"1.7, 1", "20, 60"})
    void shouldAccuseTwoThatAreALittleTooFast(final double percent, final double tripMs)
    {
        begin(3).trips(tripMs, 0, 1, 2).beats(6).gains(percent, 0, 1).beats(60);

        areAccused(2, "CLOCK_RATE");
    }

    @Test
    void shouldCountNoVoteOfAMajorityThatRunsTooFast()
    {
        begin(3).gains(8, 0, 1).leavesVotes();
        for (int i = 1; i <= 20; i++)
        {
            nodes.beats(1).showClocks();
            final Caller bob = nodes.rig.caller("bob" + i, "k" + i, Options.plain());
            nodes.rig.acquires(bob);
            if (nodes.rig.hasNext(0) && nodes.rig.hasNext(2))
            {
                nodes.rig.grants(0, 2);
            }
            nodes.rig.notHeldBy(bob).grantsAll().sheds(bob).grantsAll();
        }
    }

    /*
     * However short a connection may take: the third node is asked with every heartbeat only.
     */
    @Test
    void shouldAskTheThirdNodeBeforeTwoStepsAreAPauseOfOurs()
    {
        nodes = RemoteNodes.of(3, (set) -> set.connectTimeoutNs = 100 * MS);
        nodes.trips(2, 2).steps(STEP_MS, 0, 1).beats(3);

        areAccused(2, "CLOCK_STEPPED");
    }

    @Test
    void shouldNameAStepThatASmallGainFollows()
    {
        begin(3).steps(5_000, 0).beats(1).steps(50, 0).beats(6);

        areAccused(1, "CLOCK_STEPPED");
    }

    @Test
    void shouldKnowAPauseThatANodeShowsInTwoParts()
    {
        begin(3).steps(20, 1).beats(1).steps(STEP_MS, 0, 2).steps(STEP_MS - 20, 1).beats(4);

        nobodyIsAccused();
        nodes.rig.counted(Counter.CLIENT_PAUSES, 1);
    }

    /*
     * A small pause of ours, or a small step of the third node, is no word of it on two great steps: with the
     * heartbeat before, with the same, and with the next.
     */
    @ParameterizedTest
    @CsvSource({"20, 0", "0, 20", "0, -20", "0, 5"})
    void shouldAccuseTwoThatStepWhateverSmallThingHappens(final double pauseMs, final double thirdMs)
    {
        begin(3).pauses(pauseMs).steps(thirdMs, 2).beats(1).steps(STEP_MS, 0, 1).beats(6);
        areAccused(2, "CLOCK_STEPPED");

        begin(3).pauses(pauseMs).steps(thirdMs, 2).steps(STEP_MS, 0, 1).beats(6);
        areAccused(2, "CLOCK_STEPPED");

        begin(3).steps(STEP_MS, 0, 1).beats(1).pauses(pauseMs).steps(thirdMs, 2).beats(6);
        areAccused(2, "CLOCK_STEPPED");
    }

    @ParameterizedTest
    @ValueSource(doubles = {20, -20})
    void shouldHearAWitnessThatMovesTwice(final double littleMs)
    {
        begin(3).pauses(20).beats(1).pauses(20).steps(20_000, 0, 1).beats(6);
        areAccused(2, "CLOCK_STEPPED");

        begin(3).steps(20, 2).beats(1).steps(STEP_MS, 0, 1).steps(littleMs, 2).beats(6);
        areAccused(2, "CLOCK_STEPPED");

        begin(3).steps(STEP_MS, 0, 1).steps(20, 2).beats(1).steps(littleMs, 2).beats(6);
        areAccused(2, "CLOCK_STEPPED");
    }

    @Test
    void shouldWaitForASlowWitness()
    {
        nodes = RemoteNodes.of(3, (set) -> set.connectTimeoutNs = 100 * MS);
        nodes.trips(600, 2).beats(2).steps(STEP_MS, 0, 1).beats(6);

        areAccused(2, "CLOCK_STEPPED");
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "true, 20", "false, 0", "false, 20"})
    void shouldCountNoVoteOfTwoThatStepAfterASmallPause(final boolean isMeasured, final double pauseMs)
    {
        nodes = RemoteNodes.of(3,
            (set) -> set.drift = isMeasured ? Drift.MEASURED : Drift.SPECIFICATION);
        nodes.pauses(pauseMs).beats(1).steps(20_000, 0, 1).beats(1).leavesVotes();
        final Caller bob = nodes.rig.caller("bob");

        nodes.showClocks().rig.acquires(bob);
        if (nodes.rig.hasNext(0) && nodes.rig.hasNext(1))
        {
            nodes.rig.grants(0, 1);
        }

        nodes.rig.notHeldBy(bob).grantsAll().sheds(bob).grantsAll();
    }

    /*
     * The keys of the nodes that fell silent between two pauses are older by the second, too.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0, 30})
    void shouldShortenWhatNodesHaveGrantedThatFellSilentAfterASmallPause(final double pauseMs)
    {
        final Caller alice = begin(7).rig.caller("alice");
        nodes.rig.acquires(alice);
        final long grantedNs = nodes.rig.elapsedNs();
        nodes.passes(3).leavesVotes().beats(2).pauses(pauseMs).beats(1).mute(5, 6).pauses(3_000).beats(7);

        nodes.rig.heldBy(alice).extendsLease(alice).grants(3, 4).heldBy(alice);

        assertThat(alice.validUntilNs()).isLessThan(grantedNs + (7_000 - (long)pauseMs) * MS);
    }

    /*
     * What was asked outside of a round says little of the time: it must not hide what the node said since.
     */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true"})
    void shouldAccuseTwoThatStepUnderAWatchedLease(final boolean isFenced, final boolean isWatched)
    {
        final Caller alice = begin(3).rig.caller("alice",
            Options.ttlMs(30_000, (set) -> set.isFenced = isFenced, (set) -> set.isWatched = isWatched));
        nodes.rig.acquires(alice);

        nodes.passes(5).beats(10).steps(STEP_MS, 0, 1).beats(12);

        areAccused(2, "CLOCK_STEPPED");
    }

    @Test
    void shouldConnectToWhoIsAwayBeforeTwoStepsAreAPauseOfOurs()
    {
        nodes = RemoteNodes.of(3, (set) -> set.maxReconnectNs = 60_000 * MS,
            (set) -> set.minReconnectNs = 60_000 * MS);
        nodes.rig.goesDown(2);
        nodes.passes(700).steps(STEP_MS, 0, 1).beats(1).comesUp(2).beats(4);

        areAccused(2, "CLOCK_STEPPED");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotAccuseWhoMissedTwoPauses(final boolean isInTheWallClock)
    {
        begin(3).rig.readsWall().goesDown(0);
        nodes.beatsOf(1, 2).pauses(STEP_MS).rig.wallAheadMs(isInTheWallClock ? 2_000 : 0);
        nodes.beatsOf(1, 10).pauses(1_000).rig.wallAheadMs(isInTheWallClock ? 3_000 : 0);

        nodes.beatsOf(1, 10).comesUp(0).beats(6);

        nobodyIsAccused();
    }

    @ParameterizedTest
    @CsvSource({"20, 40, 1", "40, 60, 5", "100, 120, 5"})
    void shouldNotAccuseTheOneThatIsNearEnoughToShowAPause(
        final double pauseMs, final double farMs, final double nearMs)
    {
        begin(3).rig.readsWall();
        nodes.trips(farMs, 1, 2).trips(nearMs, 0).beats(6).passes(200).pauses(pauseMs)
            .rig.wallAheadMs((long)pauseMs);

        nodes.beats(8);

        nobodyIsAccused();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldShortenALeaseOnceThoughABeatWasUnderWay(final boolean isUnderWay)
    {
        final Caller alice = begin(3).rig.caller("alice");
        nodes.rig.acquires(alice);
        nodes.passes(5).leavesVotes().rig.readsWall();
        nodes.trips(4, 0, 1, 2).beats(1).passes(isUnderWay ? 497.5 : 300);
        final long untilNs = alice.validUntilNs();

        nodes.pauses(3_000).rig.wallAheadMs(3_000);
        nodes.beats(8);

        assertThat(untilNs - alice.validUntilNs()).isBetween(3_000 * MS, 3_100 * MS);
    }

    /*
     * The heartbeat of before the pause reaches each node at another moment of it, and is answered after it.
     */
    @ParameterizedTest
    @CsvSource({"3, 0, false", "5, 0, false", "5, 100, false", "5, 0, true"})
    void shouldNotAccuseWhoShowsTheBeginningOfAPauseFirst(
        final int count, final double stepMs, final boolean isParanoid)
    {
        final int[] all = IntStream.range(0, count).toArray();
        nodes = RemoteNodes.of(count,
            (set) -> set.drift = isParanoid ? Drift.PARANOID : Drift.SPECIFICATION);
        final Caller alice = nodes.rig.caller("alice");
        nodes.rig.acquires(alice);
        nodes.rig.readsWall();
        nodes.trips(4, all).beats(2).asks(0);
        final long untilNs = alice.validUntilNs();
        Arrays.stream(all).forEach((node) -> nodes.steps(150 * node, node));
        nodes.passes(2.5);
        Arrays.stream(all).forEach((node) -> nodes.steps(STEP_MS - 150 * node, node));

        nodes.steps(stepMs, count - 1).rig.wallAheadMs((long)STEP_MS);
        nodes.beats(2);

        assertThat(untilNs - alice.validUntilNs())
            .isBetween((long)STEP_MS * MS, (long)(STEP_MS + (isParanoid ? 120 : 20)) * MS);
        nodes.beats(6);
        assertThat(nodes.rig.news).filteredOn((news) -> news.contains("quarantined"))
            .isEqualTo(stepMs > 0 ? List.of("n" + (count - 1) + " quarantined: CLOCK_STEPPED") : List.of());
        nodes.rig.counted(Counter.CLIENT_PAUSES, 1);
    }

    /*
     * A pause, after which our thread stands still for longer than the step, looks at the wall clock, and
     * then reads what n0 answered before its step.
     */
    @ParameterizedTest
    @ValueSource(doubles = {50, 300, 700})
    void shouldShortenByAStepRightAfterAPause(final double stepMs)
    {
        begin(3).leavesVotes();
        final Caller alice = nodes.rig.caller("alice", "a", Options.plain());
        nodes.rig.acquires(alice).grants(0, 1).refuses(2);
        final long untilNs = alice.validUntilNs();
        standStill(nodes.rig.caller("bob", "b", Options.fenced()), stepMs + 10);

        nodes.answersLate(0, 3, stepMs + 8, STEP_MS).answersLate(0, 1, 0.25, STEP_MS);
        nodes.steps(stepMs, 0).answersAllLate(0, 0.1, STEP_MS + stepMs);

        assertThat(untilNs - alice.validUntilNs()).isGreaterThanOrEqualTo((long)(STEP_MS + stepMs) * MS);
    }

    @ParameterizedTest
    @ValueSource(doubles = {50, 300, 700})
    void shouldCountNoVoteGivenAfterAStepRightAfterAPause(final double stepMs)
    {
        begin(3).leavesVotes();
        final Caller bob = nodes.rig.caller("bob");
        standStill(bob, stepMs + 10);

        nodes.answersLate(1, 3, stepMs + 8, STEP_MS).answersLate(2, 3, stepMs + 8, STEP_MS);
        nodes.answersLate(0, 3, stepMs + 8, STEP_MS);
        nodes.steps(stepMs, 0).answersAllLate(0, 0.25, STEP_MS + stepMs);
        nodes.rig.refuses(1);
        nodes.answersAllLate(1, 0.25, STEP_MS).rig.grants(2);

        nodes.rig.notHeldBy(bob);
    }

    private void standStill(final Caller asking, final double stallMs)
    {
        nodes.rig.readsWall();
        nodes.trips(4, 0, 1, 2).beats(2).asks(0).mute(0, 1, 2);
        nodes.passes(0.25).rig.acquires(asking);
        nodes.passes(0.25).pauses(STEP_MS).rig.stall((long)(stallMs * MS));
        nodes.rig.wallAheadMs((long)STEP_MS);
        nodes.passes(0.5);
    }

    /*
     * The wall clock tells of a pause, or was set, while the question is under way; the node steps meanwhile.
     */
    @ParameterizedTest
    @CsvSource({"20, 20000, true", "20, 20000, false", "2000, 20000, true", "2000, 300, true",
        "2000, 300, false"})
    void shouldCountNoVoteThatShowsAStepBehindAPause(
        final double pauseMs, final double stepMs, final boolean isReal)
    {
        begin(3).leavesVotes().rig.readsWall();
        nodes.trips(4, 0, 1, 2).beats(2).passes(100);
        final Caller bob = nodes.rig.caller("bob", Options.fenced());
        nodes.rig.acquires(bob);

        nodes.passes(0.25).pauses(isReal ? pauseMs : 0).rig.wallAheadMs((long)pauseMs);
        nodes.steps(stepMs, 0).passes(3).showClocks().rig.grants(0).refuses(1).grants(2);

        nodes.rig.notHeldBy(bob);
    }

    @ParameterizedTest
    @CsvSource({"20, true", "20, false", "2000, true"})
    void shouldCountNoVoteBehindAHeartbeatThatShowsAStepBehindAPause(
        final double pauseMs, final boolean isReal)
    {
        begin(3).leavesVotes().rig.readsWall();
        nodes.trips(4, 0, 1, 2).beats(2).steps(20_000, 0).asks(0).passes(0.25);
        final Caller bob = nodes.rig.caller("bob");
        nodes.rig.acquires(bob);

        nodes.passes(0.25).pauses(isReal ? pauseMs : 0).rig.wallAheadMs((long)pauseMs);
        nodes.passes(5).rig.grants(0).refuses(1).grants(2);

        nodes.rig.notHeldBy(bob);
    }

    @ParameterizedTest
    @CsvSource({"250, 300, true", "250, 300, false", "80, 100, true"})
    void shouldShortenByAStepThoughPausesComeMoreOftenThanAnswers(
        final double everyMs, final double tripMs, final boolean isReal)
    {
        begin(3).leavesVotes().trips(tripMs, 0, 1, 2).beats(6);
        final Caller alice = nodes.rig.caller("alice", "a", Options.plain());
        nodes.rig.acquires(alice).grants(0, 1).refuses(2).readsWall();
        final long untilNs = alice.validUntilNs();

        nodes.steps(7_000, 0);
        for (int i = 1; i <= 1_000 / everyMs; i++)
        {
            nodes.passes(everyMs).pauses(isReal ? 20 : 0).rig.wallAheadMs(i * 20L);
        }

        assertThat(untilNs - alice.validUntilNs()).isGreaterThanOrEqualTo(7_000 * MS);
    }

    @ParameterizedTest
    @CsvSource({"60, 80", "100, 120", "40, 60"})
    void shouldNotAccuseWhoseAnswersTakeLongerAfterAPause(final double beforeMs, final double afterMs)
    {
        begin(3).rig.readsWall();
        nodes.trips(beforeMs, 0, 1, 2).beats(20).trips(4, 0, 1, 2);
        nodes.asks(0).pauses(200).passes(2.5).pauses(1_800).rig.wallAheadMs(2_000);
        nodes.passes(1.75).trips(afterMs, 0).passes(afterMs + 5).trips(4, 0, 1, 2).beats(8);

        nobodyIsAccused();
    }

    /*
     * With one node away nobody can disprove the pause, so the votes of all others wait.
     */
    @Test
    void shouldNotLoseALeaseOfThreeSecondsByASmallPauseWhileOneIsAway()
    {
        for (int phase = 0; phase < 20; phase++)
        {
            final Caller alice =
                begin(3).rig.caller("alice", "k", Options.ttlMs(3_000, (set) -> set.autoExtend = true));
            nodes.rig.acquires(alice);
            nodes.passes(1_000).rig.goesDown(2);
            nodes.passes(1_000 + phase * 97).pauses(200).passes(5_000).rig.heldBy(alice);
        }
    }
}
