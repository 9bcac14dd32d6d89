// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.Sent;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.Validity;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

class FencedTest
{
    private static final long MS = Limits.MS;
    private static final long HOUR_US = 3_600_000_000L;

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(5).advanceMs(700);
    private final Caller alice = rig.caller("alice", Options.fenced());

    private static Reply stale(final long lastToken)
    {
        return Replies.fence(-1, lastToken);
    }

    private static Reply implausible()
    {
        return Replies.fence(-2, 0);
    }

    private long proposed(final int node)
    {
        return rig.next(node).fencingToken;
    }

    private long token()
    {
        return alice.claim.fencingToken();
    }

    private static long ttlMs(final long validityMs)
    {
        return Validity.ttlNs(validityMs * Limits.MS, Drift.SPECIFICATION) / Limits.MS;
    }

    private long nodesTimeUs()
    {
        return Replies.START_US + rig.elapsedNs() / 1_000;
    }

    @Test
    void shouldProposeTheTimeOfTheNodesToAllOfThem()
    {
        rig.acquires(alice);

        for (int node = 0; node < 5; node++)
        {
            assertThat(proposed(node)).isCloseTo(nodesTimeUs(), within(1_000L));
        }
        assertThat(rig.next(0).text).startsWith("EVALSHA").contains(" 2 orders orders:fence <token> 10000 ");
    }

    @Test
    void shouldHoldWithTheTokenThatAQuorumGranted()
    {
        rig.acquires(alice);
        final long proposed = proposed(0);

        rig.grants(0, 1, 2).told(alice, "acquired 1").validUntil(alice, (700 + 10_000 - 102) * MS);
        assertThat(token()).isEqualTo(proposed);
    }

    @Test
    void shouldProposeMoreThanAllThatItIsToldOf()
    {
        rig.acquires(alice);
        final long last = nodesTimeUs() + 5_000;
        rig.answers(0, stale(last - 7)).answers(1, stale(last)).toldNothing(alice);
        rig.answers(2, stale(last - 1));

        assertThat(proposed(0)).isEqualTo(last + 1);
        assertThat(rig.next(0).token).as("owner token").isEqualTo(rig.next(1).token);
        rig.grants(0, 1, 2).told(alice, "acquired 1").counted(Counter.TOKENS_PROPOSED_AGAIN, 1);
        assertThat(token()).isEqualTo(last + 1);
        assertThat(rig.count(Counter.ATTEMPTS)).isEqualTo(1);
    }

    @Test
    void shouldNotExtendWhatAPauseBetweenTwoProposalsHasUsedUp()
    {
        final Caller bob = rig.caller("bob", Options.fenced((set) -> set.maxHoldNs = 20_000 * MS));
        rig.readsWall().acquires(bob);
        final long last = nodesTimeUs() + 5_000;
        rig.answers(0, stale(last)).wallAheadMs(60_000).answers(1, stale(last)).answers(2, stale(last));
        rig.grants(0, 1, 2).told(bob, "acquired 1");
        rig.extendsLease(bob).toldLast(bob, "extended MAX_HOLD_REACHED");
    }

    @Test
    void shouldCountNoGrantOfALowerTokenForAHigherOne()
    {
        rig.acquires(alice).grants(0, 1);
        final long last = nodesTimeUs() + 5_000;
        rig.answers(2, stale(last)).answers(3, stale(last)).answers(4, stale(last));

        rig.grants(2, 3).toldNothing(alice).grants(0).told(alice, "acquired 1");
    }

    @Test
    void shouldNotStandOnAGrantOfALowerTokenThatComesLate()
    {
        rig.acquires(alice);
        final Sent late = rig.next(0);
        final long last = nodesTimeUs() + 5_000;
        rig.answers(1, stale(last)).answers(2, stale(last)).answers(3, stale(last));
        rig.grants(1, 2, 3).told(alice, "acquired 1");
        rig.answers(late, Replies.granted(late)).counted(Counter.STRAGGLERS_KEPT, 0);

        rig.grants(0).counted(Counter.STRAGGLERS_KEPT, 1);
    }

    @Test
    void shouldReleaseANodeWhoseRefusalOfALowerTokenComesLate()
    {
        rig.acquires(alice);
        final Sent late = rig.next(0);
        final long last = nodesTimeUs() + 5_000;
        rig.answers(1, stale(last)).answers(2, stale(last)).answers(3, stale(last));
        rig.answers(late, Replies.refused(late)).grants(0, 1, 2).told(alice, "acquired 1").releases(alice);

        assertThat(rig.next(0).command.template()).hasToString("release fenced by EVALSHA");
    }

    @Test
    void shouldBeContendedWhenAnotherHoldsIt()
    {
        rig.acquires(alice).refuses(0, 1, 2).told(alice, "denied CONTENDED");
        rig.causesBeginWith(alice, Cause.HELD_BY_ANOTHER).counted(Counter.TOKENS_PROPOSED_AGAIN, 0);
    }

    @Test
    void shouldGiveUpAfterAFewProposals()
    {
        rig.acquires(alice);
        for (int i = 0; i < 4; i++)
        {
            rig.toldNothing(alice).answers(0, implausible()).answers(1, implausible());
            rig.answers(2, implausible());
        }

        rig.told(alice, "denied NO_QUORUM").counted(Counter.TOKENS_PROPOSED_AGAIN, 3);
        rig.cause(alice, 0, Cause.TOKEN_REFUSED);
    }

    @Test
    void shouldNotFollowATokenFromFarAhead()
    {
        rig.acquires(alice).answers(0, stale(nodesTimeUs() + HOUR_US));
        rig.answers(1, stale(nodesTimeUs())).answers(2, stale(nodesTimeUs()));

        assertThat(proposed(1)).isCloseTo(nodesTimeUs(), within(1_000L));
        rig.grants(1, 2, 3, 3).told(alice, "acquired 1");
    }

    /**
     * A node that lies within the window would have others, whose clocks are behind, refuse what follows.
     */
    @Test
    void shouldFollowATokenForHalfAWindowOnly()
    {
        final long halfUs = rig.config.fence().windowUs() / 2;
        rig.acquires(alice).answers(0, stale(nodesTimeUs() + halfUs + 1_000));
        rig.answers(1, stale(nodesTimeUs())).answers(2, stale(nodesTimeUs()));
        assertThat(proposed(1)).isCloseTo(nodesTimeUs(), within(1_000L));

        final long last = nodesTimeUs() + halfUs - 1_000;
        rig.answers(0, stale(last)).answers(1, stale(last)).answers(2, stale(last));
        assertThat(proposed(1)).isEqualTo(last + 1);
        rig.grants(0, 1, 2).told(alice, "acquired 1");
    }

    @Test
    void shouldRememberTokensForItsNextProposal()
    {
        rig.acquires(alice).grants(0, 1, 2);
        final long first = token();
        rig.releases(alice).grantsAll().acquires(alice);

        assertThat(proposed(0)).isGreaterThan(first);
        rig.grants(0, 1, 2);
    }

    @Test
    void shouldExtendWithTheTokenItHas()
    {
        rig.acquires(alice).grants(0, 1, 2, 3, 4).advanceMs(100).extendsLease(alice);

        assertThat(proposed(0)).isEqualTo(token());
        assertThat(rig.next(0).text).endsWith(" 0");
        rig.grants(0, 1, 2).toldLast(alice, "extended EXTENDED");
    }

    @Test
    void shouldLoseWithAQuorumThatHasGrantedOthersSince()
    {
        rig.acquires(alice).grants(0, 1, 2, 3, 4).extendsLease(alice);
        rig.answers(0, stale(token() + 9)).answers(1, stale(token() + 9)).heldBy(alice);

        rig.answers(2, stale(token() + 9)).notHeldBy(alice);
    }

    @Test
    void shouldReleaseByScriptAndSayTheToken()
    {
        rig.acquires(alice).grants(0, 1, 2, 3, 4);
        final long token = token();
        rig.releases(alice);

        assertThat(rig.next(0).command.template()).hasToString("release fenced by EVALSHA");
        assertThat(rig.next(0).text)
            .endsWith(" 2 orders orders:fence <token> 0 " + token + " 604800000 10000000");
    }

    @Test
    void shouldTellEveryNodeToCloseTheTokenThatItRefused()
    {
        rig.acquires(alice).answers(0, stale(nodesTimeUs() + 9)).answers(1, implausible()).refuses(2);
        rig.refuses(2, 3, 3, 4).toldNothing(alice).refuses(4).told(alice, "denied CONTENDED");

        rig.answers(0, stale(nodesTimeUs() + 9)).answers(1, implausible()).askedNothing(2, 3, 4);
        assertThat(rig.next(0).command.template()).hasToString("release fenced by EVALSHA");
        assertThat(rig.next(1).command.template()).hasToString("release fenced by EVALSHA");
    }

    @Test
    void shouldSendTheScriptWhereItIsMissing()
    {
        rig.acquires(alice).fails(ErrorCode.NOSCRIPT, 0, 1, 2);

        assertThat(rig.next(0).command.template()).hasToString("acquire fenced by EVAL");
        rig.grants(0, 1, 2).told(alice, "acquired 1").counted(Counter.SCRIPTS_RESENT, 3);
    }

    @Test
    void shouldSendTheScriptAfterTheDecisionToo()
    {
        rig.acquires(alice).grants(0, 1, 2).fails(ErrorCode.NOSCRIPT, 3);

        rig.grants(3).counted(Counter.STRAGGLERS_KEPT, 1);
        rig.releases(alice).fails(ErrorCode.NOSCRIPT, 4);
        assertThat(rig.next(4).command.template()).hasToString("release fenced by EVALSHA");
    }

    @Test
    void shouldReleaseANodeThatGrantedALowerTokenAndThenFailed()
    {
        rig.acquires(alice).grants(0);
        final long last = nodesTimeUs() + 5_000;
        rig.answers(1, stale(last)).answers(2, stale(last)).answers(3, stale(last)).fails(ErrorCode.OOM, 0);
        rig.grants(1, 2, 3).told(alice, "acquired 1").releases(alice);

        assertThat(rig.next(0).command.template()).hasToString("release fenced by EVALSHA");
    }

    /**
     * The nodes' clocks were an hour ahead. What was proposed by them may arrive at a node yet, and would be
     * granted above a lower token of the same attempt, and above those of others.
     */
    @Test
    void shouldNotProposeALowerTokenInOneAttempt()
    {
        rig.nodesAheadUs(HOUR_US).advanceMs(790).acquires(alice);
        final long first = proposed(0);
        rig.nodesAheadUs(0).advanceMs(20);
        for (int i = 0; i < 4; i++)
        {
            assertThat(proposed(0)).isEqualTo(first + i);
            rig.answers(0, implausible()).answers(1, implausible()).answers(2, implausible());
        }
        rig.told(alice, "denied NO_QUORUM");
        assertThat(proposed(0)).as("closed by the release").isEqualTo(first + 3);
        rig.grantsAll().acquires(alice);
        assertThat(proposed(0)).isLessThan(first);
        rig.grants(0, 1, 2).told(alice, "denied NO_QUORUM", "acquired 1");
    }

    /**
     * Else it would hide what the other nodes have granted.
     */
    @Test
    void shouldForgetATokenThatNobodyCanFollow()
    {
        rig.acquires(alice).answers(0, stale(nodesTimeUs() + HOUR_US));
        final long last = nodesTimeUs() + 5_000;
        rig.answers(1, stale(last)).answers(2, stale(last));

        assertThat(proposed(1)).isEqualTo(last + 1);
        rig.grants(0, 1, 2).told(alice, "acquired 1");
    }

    /**
     * A question lost with its connection may arrive after a refusal on the next one, and find the key free.
     */
    @Test
    void shouldReleaseANodeThatRefusedAfterALostQuestion()
    {
        rig.acquires(alice).goesDown(0).answers(1, stale(nodesTimeUs() + 5_000)).comesBack(0);
        rig.answers(2, stale(nodesTimeUs())).refuses(0).grants(1, 2, 3, 3).told(alice, "acquired 1");
        rig.releases(alice);

        assertThat(rig.next(0).command.template()).hasToString("release fenced by EVALSHA");
    }

    @Test
    void shouldCountAReleaseForTheTimeItWasSentFor()
    {
        rig.acquires(alice).grants(0, 1, 2, 3, 4).releasesAfter(alice, 1, 5).advanceMs(6).grants(0, 1, 2);

        rig.toldLast(alice, "released RELEASED");
    }

    @Test
    void shouldLeaveNothingToThePlainAttemptAfterIt()
    {
        final Caller bob = rig.caller("bob");
        rig.acquires(alice).answers(0, stale(nodesTimeUs() + 9)).grants(1, 2, 3, 4);
        rig.releases(alice).grantsAll();

        rig.acquires(bob).refuses(0, 1).fails(ErrorCode.OOM, 2).told(bob, "denied CONTENDED");
        rig.counted(Counter.TOKENS_PROPOSED_AGAIN, 0);
    }

    @Test
    void shouldTakeTheTimeOfTheMiddleNode()
    {
        final EngineRig other = EngineRig.unconnected(Limits.of(Quorum.of(3, 2)));
        final Caller bob = other.caller("bob", Options.fenced());
        other.comesUp(0, 1, 2).acquires(bob);

        assertThat(other.next(0).fencingToken).isPositive();
        other.grants(0, 1).told(bob, "acquired 1").settle();
    }

    /**
     * It may set a key anew that has gone, and its grant does not end the vote that stands.
     */
    @Test
    void shouldExtendForNoLessThanItsVotesPromise()
    {
        rig.acquires(alice).grantsAll().advanceMs(1_000).extendsLease(alice, 1, 2_000);

        assertThat(rig.next(0).text).contains(" <token> 8990 ");
        rig.grantsAll().validUntil(alice, (700 + 9_898) * Limits.MS);
    }

    /**
     * Its answers are still under way, and will count for as long as it asked.
     */
    @Test
    void shouldExtendForNoLessThanAnEarlierExtensionMayBring()
    {
        rig.acquires(alice).grantsAll().advanceMs(1_000).extendsLease(alice).extendsLease(alice, 1, 2_000);
        rig.grants(0, 1, 2, 3, 4);

        assertThat(rig.next(0).text).contains(" <token> 10000 ");
        rig.grantsAll().validUntil(alice, (1_700 + 9_898) * Limits.MS);
    }

    @Test
    void shouldNotLengthenALeaseThatIsExtendedForAMomentAgainAndAgain()
    {
        rig.acquires(alice).grantsAll();
        for (int i = 0; i < 20; i++)
        {
            rig.advance(300_000).extendsLease(alice, 1, 1).grantsAll();
        }

        rig.validUntil(alice, (700 + 9_898) * Limits.MS);
    }

    @Test
    void shouldWatchAKeyForNoLessThanAnyVotePromises()
    {
        final Caller watchful = rig.caller("watchful", Options.fenced((set) -> set.isWatched = true));
        rig.acquires(watchful).grantsAll().advanceMs(100).extendsLease(watchful).grants(0);
        rig.fails(ErrorCode.OOM, 1, 2, 3, 4).toldLast(watchful, "extended INCONCLUSIVE").advanceUntilAsked(0);

        final long sinceMs = rig.elapsedNs() / Limits.MS - 700;
        assertThat(rig.next(0).text).contains(" <token> " + ttlMs(9_998 - sinceMs) + " ");
        rig.grantsAll();
    }

    /**
     * Neither token nor fence, but a value of another type: the lock may be there all the same.
     */
    @Test
    void shouldReleaseANodeWhoseFenceIsOfAnotherType()
    {
        rig.acquires(alice).grantsAll().extendsLease(alice).fails(ErrorCode.WRONGTYPE, 0).grantsAll();
        rig.toldLast(alice, "extended EXTENDED").releases(alice);

        assertThat(rig.next(0).command.template()).hasToString("release fenced by EVALSHA");
    }

    /*
     * Nodes without TIME answer the script with an error, now and ever.
     */
    private static EngineRig timeless(final int count)
    {
        final EngineRig rig = EngineRig.unconnected(Limits.of(5));
        for (int node = 0; node < 5; node++)
        {
            if (node < count)
            {
                rig.comesUpTimeless(node);
            }
            else
            {
                rig.comesUp(node);
            }
        }

        return rig;
    }

    @Test
    void shouldEndAtOnceWhereNoQuorumTellsItsTime()
    {
        final EngineRig other = timeless(3);
        final Caller bob = other.caller("bob", Options.fenced());
        other.acquires(bob, 30_000 * MS).fails(ErrorCode.UNKNOWN_COMMAND, 0, 1, 2)
            .told(bob, "denied NO_QUORUM").counted(Counter.ATTEMPTS_NO_QUORUM, 1);
        other.answers(3, Replies.fence(0, 0)).answers(4, Replies.fence(0, 0)).settle();
    }

    /*
     * A node that is down may come back and tell it.
     */
    @Test
    void shouldGoOnWhileAQuorumMayTellItsTime()
    {
        final EngineRig other = timeless(2);
        final Caller bob = other.caller("bob", Options.fenced());
        other.goesDown(4).acquires(bob, 30_000 * MS).fails(ErrorCode.UNKNOWN_COMMAND, 0, 1)
            .toldNothing(bob);
        other.cancels(bob).settle();
    }

    @Test
    void shouldWinWhereAMinorityDoesNotTellItsTime()
    {
        final EngineRig other = timeless(2);
        final Caller bob = other.caller("bob", Options.fenced());
        other.acquires(bob, 30_000 * MS).fails(ErrorCode.UNKNOWN_COMMAND, 0, 1).grants(2, 3, 4)
            .told(bob, "acquired 1").settle();
    }

    /*
     * Something in between may know no TIME, and pass scripts on.
     */
    @Test
    void shouldBelieveAScriptThatWorksWithoutTime()
    {
        final EngineRig other = timeless(3);
        final Caller bob = other.caller("bob", Options.fenced());
        other.acquires(bob, 30_000 * MS).answers(0, Replies.fence(0, 0))
            .fails(ErrorCode.UNKNOWN_COMMAND, 1, 2).toldNothing(bob);
        other.cancels(bob).settle();
    }

    @Test
    void shouldNotAskPlainLocksForTheTime()
    {
        final EngineRig other = timeless(5);
        final Caller bob = other.caller("bob");
        other.acquires(bob, 30_000 * MS).fails(ErrorCode.OOM, 0, 1, 2).toldNothing(bob);
        other.cancels(bob).settle();
    }
}
