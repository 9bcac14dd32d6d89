// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

/**
 * Votes that a lease lacks are asked for once more, and those of a watched lease with every heartbeat.
 */
class BackFillTest
{
    private static final long MS = Limits.MS;
    private static final long DEADLINE_NS = 9_898 * MS;
    private static final int BEAT_MS = 500;

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(5);
    private final Caller alice = rig.caller("alice");
    private final Caller watchful = rig.caller("watchful", Options.ttlMs(10_000,
        (set) -> set.isWatched = true));
    private final Caller fenced = rig.caller("fenced", Options.fenced());

    private EngineRig stands(final Caller caller, final int expected)
    {
        assertThat(caller.claim.grants()).as("votes that carry %s's lease", caller.name).isEqualTo(expected);

        return rig;
    }

    private EngineRig beat()
    {
        return rig.advanceMs(BEAT_MS);
    }

    @Test
    void shouldAskANodeThatFailedOnceMoreForWhatIsLeftOfTheLease()
    {
        rig.acquires(alice).grants(0, 1, 2, 3).fails(ErrorCode.OOM, 4).askedNothing(4);
        beat().asked(4, "SET orders <token> NX PX 9495").askedNothing(0, 1, 2, 3).grants(4);
        stands(alice, 5).validUntil(alice, DEADLINE_NS).counted(Counter.BACK_FILLS, 1);
        rig.releases(alice).askedEach(Texts.RELEASE, 0, 1, 2, 3, 4);
    }

    /**
     * A node that comes and goes has the others beat with it. Their beats are tended all the same.
     */
    @Test
    void shouldWatchLeasesOnHealthyNodesWhileAnotherComesAndGoes()
    {
        rig.acquires(watchful).grantsAll().told(watchful, "acquired 1");
        final long watches = rig.count(Counter.WATCHES);
        for (int i = 0; i < 6; i++)
        {
            rig.goesDown(4).comesBack(4);
            for (int ms = 0; ms < 300; ms++)
            {
                rig.advanceMs(1).grantsAll();
            }
        }

        assertThat(rig.count(Counter.WATCHES) - watches).as("of four nodes in 1.8 s")
            .isGreaterThanOrEqualTo(4 * 3);
        rig.heldBy(watchful);
    }

    @Test
    void shouldAskANodeOncePerRound()
    {
        rig.acquires(alice).grants(0, 1, 2, 3).fails(ErrorCode.OOM, 4);
        beat().fails(ErrorCode.OOM, 4);
        beat().askedNothing(4);
        rig.extendsLease(alice).grants(0, 1, 2, 3).askedNothing(4);
        beat().asked(4, "SET orders <token> NX PX 9495").refuses(4);
        beat().askedNothing(4).counted(Counter.BACK_FILLS, 2);
        stands(alice, 4);
    }

    @Test
    void shouldNotContestANodeThatAnotherHolds()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4);
        beat().askedNothing(3, 4).counted(Counter.BACK_FILLS, 0);
    }

    @Test
    void shouldWaitForAnswersThatAreOutstanding()
    {
        rig.acquires(alice).grants(0, 1, 2).fails(ErrorCode.OOM, 3);
        beat().asked(4, Texts.SET).askedNothing(3).grants(4);
        beat().asked(3, "SET orders <token> NX PX 8990").grants(3);
        stands(alice, 5);
    }

    @Test
    void shouldAskANodeThatComesUpDuringALease()
    {
        rig.goesDown(4).acquires(alice).grants(0, 1, 2, 3).comesBack(4, true);
        rig.grants(4);
        stands(alice, 5).releases(alice).asked(4, Texts.RELEASE);
    }

    @Test
    void shouldFindAKeyThatALostQuestionHasSet()
    {
        rig.acquires(alice).grants(0, 1, 2, 3).goesDown(4).comesBack(4);
        assertThat(rig.next(4).kind).as("SET NX would take our key for another's")
            .isEqualTo(OperationKind.EXTEND);
        rig.grants(4).askedNothing(4);
        stands(alice, 5);
    }

    @Test
    void shouldSetAKeyThatALostQuestionHasNotSet()
    {
        rig.acquires(alice).grants(0, 1, 2, 3).goesDown(4).comesBack(4).refuses(4);
        assertThat(rig.next(4).kind).isEqualTo(OperationKind.ACQUIRE);
        rig.grants(4);
        stands(alice, 5).counted(Counter.BACK_FILLS, 1).releases(alice).asked(4, Texts.RELEASE);
    }

    @Test
    void shouldNeverProlongALease()
    {
        rig.acquires(alice).grants(0, 1, 2, 3).fails(ErrorCode.OOM, 4);
        beat().grants(4);
        stands(alice, 5).goesDown(0).comesBack(0, true).goesDown(2);
        rig.validUntil(alice, DEADLINE_NS).advanceTo(DEADLINE_NS + 20 * MS).toldLast(alice, "lost EXPIRED");
    }

    /*
     * Between the loss and the back-fill somebody else may have had the lock.
     */
    @Test
    void shouldNotRestALeaseOnAKeyThatWasSetAnew()
    {
        rig.acquires(alice).grants(0, 1, 2).fails(ErrorCode.OOM, 3, 4);
        beat().grants(3, 4);
        stands(alice, 5).goesDown(0).comesBack(0, true).told(alice, "acquired 1", "lost REFUSED");
        rig.grantsAll();
    }

    @Test
    void shouldRestOnItOnceAnExtensionIsWonWithoutIt()
    {
        rig.acquires(alice).grants(0, 1, 2).fails(ErrorCode.OOM, 3, 4);
        beat().grants(3, 4).extendsLease(alice).grants(3, 4, 0, 1).toldLast(alice, "acquired 1").grants(2);
        rig.toldLast(alice, "extended EXTENDED");
        stands(alice, 5).goesDown(0).comesBack(0, true).goesDown(1).comesBack(1, true).heldBy(alice);
        rig.grantsAll();
    }

    @Test
    void shouldNotRestOnItIfItWasSetAfterTheExtensionBegan()
    {
        rig.acquires(alice).grants(0, 1, 2, 3).fails(ErrorCode.OOM, 4);
        beat().extendsLease(alice).grants(0, 1, 2, 3, 4, 4);
        stands(alice, 5).goesDown(0, 1).comesBack(0, true).comesBack(1, true);
        rig.toldLast(alice, "lost REFUSED").grantsAll();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAskNothingOnceTheLeaseHasEnded(final boolean isReleased)
    {
        rig.acquires(alice).grants(0, 1, 2).fails(ErrorCode.OOM, 3, 4);
        if (isReleased)
        {
            rig.releases(alice);
        }
        else
        {
            rig.advanceTo(DEADLINE_NS - 100_000).stall(200_000).work().notHeldBy(alice);
        }
        rig.sent(OperationKind.ACQUIRE, isReleased ? 5 : 7).grantsAll();
    }

    @Test
    void shouldReleaseWhereABackFillIsStillUnanswered()
    {
        rig.acquires(alice).grants(0, 1, 2, 3).fails(ErrorCode.OOM, 4);
        beat().releases(alice).asked(4, "SET orders <token> NX PX 9495", Texts.RELEASE).grantsAll();
        stands(alice, 4);
    }

    @Test
    void shouldAskNodesWithEveryHeartbeatWhetherAWatchedLeaseStands()
    {
        rig.acquiresEverywhere(watchful);
        beat().askedEach(Texts.extendBy(9_495), 0, 1, 2, 3, 4).grants(0, 1, 2, 3, 4);
        stands(watchful, 5).validUntil(watchful, DEADLINE_NS).counted(Counter.WATCHES, 5);
        beat().askedEach(Texts.extendBy(8_990), 0, 1, 2, 3, 4).grants(0, 1, 2, 3, 4);
        rig.validUntil(watchful, DEADLINE_NS);
    }

    @Test
    void shouldNotAskForAnUnwatchedLease()
    {
        rig.acquiresEverywhere(alice);
        beat().askedNothing(0, 1, 2, 3, 4).counted(Counter.WATCHES, 0);
    }

    @Test
    void shouldTellTheLossOfAWatchedLeaseAsSoonAsTooFewNodesHaveTheKey()
    {
        rig.acquiresEverywhere(watchful);
        beat().refuses(0, 1).heldBy(watchful);
        stands(watchful, 3).refuses(2).told(watchful, "acquired 1", "lost REFUSED");
        rig.counted(Counter.KEYS_GONE, 3).grants(3, 3, 4, 4);
    }

    @Test
    void shouldFillAWatchedVoteThatIsGone()
    {
        rig.acquiresEverywhere(watchful);
        beat().refuses(0).grants(1, 2, 3, 4);
        stands(watchful, 4);
        beat().asked(0, "SET orders <token> NX PX 8990").grants(0);
        stands(watchful, 5);
    }

    @Test
    void shouldNotAskAWatchedNodeAgainThatOwesAnAnswer()
    {
        rig.acquiresEverywhere(watchful);
        beat().grants(0, 1, 2, 3);
        beat().asked(4, Texts.extendBy(9_495)).grants(0, 1, 2, 3, 4);
    }

    @Test
    void shouldSendTheTextOfAScriptThatIsMissing()
    {
        rig.acquiresEverywhere(watchful);
        beat().fails(ErrorCode.NOSCRIPT, 0).asked(0, "EVAL X 1 orders <token> 9495").grants(0, 1, 2, 3, 4);
        stands(watchful, 5).counted(Counter.SCRIPTS_RESENT, 1);
    }

    @Test
    void shouldAskWithTheFenceOfAFencedLease()
    {
        rig.acquires(fenced).grants(0, 1, 2, 3).fails(ErrorCode.OOM, 4);
        beat();
        assertThat(rig.next(4).command.template()).hasToString("acquire fenced by EVALSHA");
        assertThat(rig.next(4).fencingToken).isEqualTo(fenced.claim.fencingToken());
        rig.grants(4);
        stands(fenced, 5);
    }

    /**
     * The node would refuse it, and count an error.
     */
    @Test
    void shouldNotAskForATokenThatIsTooOldForTheNode()
    {
        rig.acquires(fenced).grants(0, 1, 2, 3).fails(ErrorCode.OOM, 4).advanceMs(400);
        rig.advanceMs(5_000).fails(ErrorCode.OOM, 4).extendsLease(fenced).grants(0, 1, 2, 3);
        rig.advanceMs(3_000).fails(ErrorCode.OOM, 4).extendsLease(fenced).grants(0, 1, 2, 3);
        rig.advanceMs(1_400).fails(ErrorCode.OOM, 4).extendsLease(fenced).grants(0, 1, 2, 3);
        rig.advanceMs(3_000).askedNothing(4);
        stands(fenced, 4);
    }

    @Test
    void shouldAskForManyLeasesInTurn()
    {
        final EngineRig small = EngineRig.of(Limits.of(3, (set) -> set.maxInFlightPerNode = 16,
            (set) -> set.maxLocks = 16));
        final Caller[] many = IntStream.range(0, 10)
            .mapToObj((i) -> small.caller("w" + i, "k" + i, Options.ttlMs(10_000,
                (set) -> set.isWatched = true)))
            .toArray(Caller[]::new);
        for (final Caller caller : many)
        {
            small.acquiresEverywhere(caller);
        }

        for (int beat = 1; beat <= 5; beat++)
        {
            small.advanceMs(BEAT_MS).grantsAll();
            small.counted(Counter.WATCHES, 12 * beat);
        }
        assertThat(small.transport.sent.stream().filter((sent) -> sent.kind == OperationKind.EXTEND)
            .map((sent) -> sent.key.name).distinct()).hasSize(10);
        small.settle();
    }

    @Test
    void shouldAskForAMissingVoteWhileTheLeaseStandsAfterAnExtensionForAMoment()
    {
        rig.acquires(alice).grants(0, 1, 2, 3).fails(ErrorCode.OOM, 4);
        rig.extendsLease(alice, 1, 1).grantsAll();
        beat().asked(4, "SET orders <token> NX PX 9495").grants(4);
        stands(alice, 5);
    }

    /**
     * The acquisition is still on its way there, as text: a refusal now would say nothing of what it brings.
     */
    @Test
    void shouldNotWatchANodeThatHasNotGrantedYet()
    {
        rig.acquires(watchful).grants(0, 1, 2, 3);
        beat().askedEach(Texts.extendBy(9_495), 0, 1, 2, 3).grants(0, 1, 2, 3).grants(4).askedNothing(4);
        stands(watchful, 5).releases(watchful).asked(4, Texts.RELEASE);
    }

    /**
     * What was asked for a missing vote and lost with its connection may arrive yet. An extension that was
     * won without that says nothing of it.
     */
    @Test
    void shouldNotRestOnAKeyThatIsSetAfterAnExtensionWasWon()
    {
        rig.acquires(alice).grants(0, 1, 2).fails(ErrorCode.OOM, 3, 4);
        beat().goesDown(3, 4).comesBack(3, 4).extendsLease(alice).fails(ErrorCode.OOM, 3, 4).grantsAll();
        rig.toldLast(alice, "extended EXTENDED").extendsLease(alice).grants(3, 4, 0).refuses(1, 2);

        rig.toldLast(alice, "extended LOST").grantsAll();
    }

    /**
     * The question for a missing vote lacks its script, and the extension behind it does not, as another
     * client has sent the text in between. The text of ours comes after its refusal.
     */
    @Test
    void shouldReleaseANodeThatIsStillAskedWhenItRefusesAnExtension()
    {
        rig.acquires(fenced).grants(0, 1, 2, 3).fails(ErrorCode.OOM, 4);
        beat().extendsLease(fenced).fails(ErrorCode.NOSCRIPT, 4).refuses(4).grantsAll();
        rig.toldLast(fenced, "extended EXTENDED").releases(fenced);

        assertThat(rig.next(4).command.template()).hasToString("release fenced by EVALSHA");
    }
}
