// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;

/**
 * The client shares its machine with some of the nodes. When it stands still these do, too, and only the
 * others show it.
 */
class OurMachineTest
{
    private static final long MS = Limits.MS;

    /*
     * Of a lease that began at the start: 10 s, less 1 % and 2 ms.
     */
    private static final long VALID_MS = 10_000 - 102;

    private static final long PAUSE_MS = 2_000;
    private static final long IN_FLIGHT_MS = 20;
    private static final long BEAT_MS = 510;

    @AutoClose("settle")
    private EngineRig rig;
    private Caller alice;

    private void begin(final int nodes, final int... local)
    {
        rig = EngineRig.unconnected(Limits.of(nodes, (set) -> set.quarantine = QuarantineLevel.RESTART))
            .areLocal(local).comesUp(IntStream.range(0, nodes).toArray());
        alice = rig.caller("alice");
        rig.acquires(alice).grantsAll().told(alice, "acquired 1").advanceMs(700);
    }

    private void areAhead(final long ms, final int... nodes)
    {
        Arrays.stream(nodes).forEach((node) -> rig.nodeAheadMs(node, ms));
    }

    private void quarantines(final String... expected)
    {
        assertThat(rig.news.stream().filter(news -> news.contains("quarantined"))).containsExactly(expected);
    }

    private void isOurs()
    {
        quarantines();
        rig.counted(Counter.CLIENT_PAUSES, 1).counted(Counter.CLOCK_STEPS, 0);
    }

    private void areAccused(final int... nodes)
    {
        rig.counted(Counter.CLIENT_PAUSES, 0);
        assertThat(rig.news).contains(Arrays.stream(nodes)
            .mapToObj(node -> "n" + node + " quarantined: CLOCK_STEPPED").toArray(String[]::new));
    }

    @Test
    void shouldKnowAPauseOfTheMachineByTheNodesElsewhere()
    {
        begin(3, 2);
        areAhead(PAUSE_MS, 0, 1);
        rig.advanceMs(3 * BEAT_MS).heldBy(alice);
        isOurs();
        assertThat(alice.validUntilNs())
            .isBetween((VALID_MS - PAUSE_MS - 20) * MS, (VALID_MS - PAUSE_MS) * MS);
        rig.releases(alice).grantsAll().acquires(alice).grants(0, 1).heldBy(alice);
    }

    @Test
    void shouldKnowItWhenMostNodesAreHere()
    {
        begin(5, 2, 3, 4);
        areAhead(PAUSE_MS, 0, 1);
        rig.advanceMs(3 * BEAT_MS).heldBy(alice);
        isOurs();
    }

    @Test
    void shouldJudgeTheLeaseByTheLongestOfTheClocks()
    {
        begin(5, 2, 3, 4);
        rig.releases(alice).grantsAll().acquires(alice).grants(2, 3, 4).heldBy(alice).refuses(0, 1);
        final long validUntilNs = alice.validUntilNs();
        areAhead(PAUSE_MS, 0, 1);
        rig.advanceMs(3 * BEAT_MS).heldBy(alice);
        isOurs();
        assertThat(validUntilNs - alice.validUntilNs()).isBetween(PAUSE_MS * MS, (PAUSE_MS + 20) * MS);
    }

    @Test
    void shouldCountNoVoteOfTheNodesElsewhereUntilItIsKnown()
    {
        begin(3, 2);
        rig.releases(alice).grantsAll();
        areAhead(PAUSE_MS, 0, 1);
        rig.advanceMs(BEAT_MS).acquires(alice).toldLast(alice, "denied NO_QUORUM");
        rig.advanceMs(BEAT_MS).acquires(alice).grants(0, 1).heldBy(alice);
        isOurs();
    }

    /**
     * An answer that was under way when the machine stopped shows the first milliseconds of the pause, and
     * the next one shows the rest.
     */
    @Test
    void shouldKnowAPauseThatANodeShowsInTwoParts()
    {
        begin(3, 2);
        areAhead(IN_FLIGHT_MS, 1);
        rig.advanceMs(BEAT_MS);
        quarantines();
        areAhead(PAUSE_MS, 0, 1);
        rig.advanceMs(3 * BEAT_MS).heldBy(alice);
        isOurs();
        assertThat(alice.validUntilNs())
            .isBetween((VALID_MS - PAUSE_MS - IN_FLIGHT_MS - 20) * MS, (VALID_MS - PAUSE_MS) * MS);
    }

    @Test
    void shouldAccuseTwoThatAnotherElsewhereDisproves()
    {
        begin(5, 3, 4);
        areAhead(PAUSE_MS, 0, 1);
        rig.advanceMs(3 * BEAT_MS);
        areAccused(0, 1);
    }

    @Test
    void shouldAccuseWhoHasNotMovedAlike()
    {
        begin(4, 2, 3);
        areAhead(PAUSE_MS, 0);
        areAhead(2 * PAUSE_MS, 1);
        rig.advanceMs(3 * BEAT_MS);
        areAccused(0, 1);
    }

    @Test
    void shouldAccuseAllThatMovedIfOneHereHasMoved()
    {
        begin(5, 3, 4);
        areAhead(PAUSE_MS, 0, 1, 2, 3);
        rig.advanceMs(3 * BEAT_MS);
        areAccused(0, 1, 2, 3);
    }

    @Test
    void shouldNotBelieveOne()
    {
        begin(3, 1, 2);
        areAhead(PAUSE_MS, 0);
        rig.advanceMs(3 * BEAT_MS);
        areAccused(0);
    }

    @Test
    void shouldNotTakeAStepBackForAPause()
    {
        begin(3, 2);
        areAhead(-PAUSE_MS, 0, 1);
        rig.advanceMs(3 * BEAT_MS);
        areAccused(0, 1);
    }

    @Test
    void shouldChangeNothingWhereAllNodesAreHere()
    {
        begin(3, 0, 1, 2);
        areAhead(PAUSE_MS, 0, 1);
        rig.advanceMs(3 * BEAT_MS);
        areAccused(0, 1);
    }

    @Test
    void shouldWaitForTheOthersElsewhere()
    {
        begin(5, 2, 3, 4);
        rig.goesDown(1);
        areAhead(PAUSE_MS, 0, 1);
        rig.advanceMs(BEAT_MS);
        quarantines();
        rig.comesUp(1).advanceMs(3 * BEAT_MS);
        isOurs();
    }

    @Test
    void shouldNotWaitForThemForEver()
    {
        begin(5, 2, 3, 4);
        rig.goesDown(1);
        areAhead(PAUSE_MS, 0);
        rig.advanceMs(2_000 + 2 * BEAT_MS);
        areAccused(0);
    }

    /**
     * What those that say nothing have granted ends earlier, too: votes that are renewed later may need it.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldShortenWhatSilentNodesHaveGranted(final int here)
    {
        begin(7, IntStream.range(0, here).toArray());
        rig.goesDown(5, 6);
        areAhead(PAUSE_MS, IntStream.range(here, 5).toArray());
        rig.advanceMs(2_000 + 3 * BEAT_MS).heldBy(alice);
        isOurs();
        rig.extendsLease(alice).grants(3, 4).heldBy(alice);

        assertThat(alice.validUntilNs())
            .isBetween((VALID_MS - PAUSE_MS - 20) * MS, (VALID_MS - PAUSE_MS) * MS);
    }

    /**
     * Nodes that come back one by one show the same pause again, and what they granted ended earlier before.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldShortenEachVoteOnceHoweverLateANodeShowsThePause(final int here)
    {
        begin(7, IntStream.range(0, here).toArray());
        rig.goesDown(5, 6);
        areAhead(PAUSE_MS, IntStream.range(here, 7).toArray());
        rig.advanceMs(2_000 + 2 * BEAT_MS);
        rig.comesUp(5).advanceMs(2 * BEAT_MS).comesUp(6).advanceMs(2 * BEAT_MS);
        isOurs();
        IntStream.range(here, here + 3).forEach((node) -> rig.goesDown(node).comesBack(node, true));
        rig.heldBy(alice);

        assertThat(alice.validUntilNs()).as("who was away for long may have gained some more")
            .isBetween((VALID_MS - PAUSE_MS - 100) * MS, (VALID_MS - PAUSE_MS) * MS);
    }

    @Test
    void shouldForgetWhereANodeWasWhenItComesBackFromElsewhere()
    {
        begin(3, 2);
        rig.goesDown(2).isElsewhere(2).comesBack(2);
        areAhead(PAUSE_MS, 0, 1);
        rig.advanceMs(3 * BEAT_MS);
        areAccused(0, 1);
    }
}
