// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.spi.Reply;

/**
 * Places in line for fenced locks: a vote is one for a fencing token.
 */
class FencedLineTest
{
    private static final long MS = Limits.MS;
    private static final int[] ALL = {0, 1, 2, 3, 4};
    private static final long BOB = 7;

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.of(Limits.of(5, (set) ->
    {
        set.waiting = new WaitRule("mail:", "client");
        set.quarantine = QuarantineLevel.RESTART;
    }));
    private final Caller alice = rig.caller("alice", Options.fenced());

    private String standInLine()
    {
        rig.advanceMs(1_000).acquires(alice, 60_000 * MS).refuses(ALL).refuses(3, 4);
        final String token = rig.next(0).token;
        IntStream.of(ALL).forEach((node) -> rig.answers(node, Replies.place(10_000, 1, BOB)));
        rig.askedNothing(ALL);

        return token;
    }

    private EngineRig given(final String token, final long fencingToken, final int... nodes)
    {
        IntStream.of(nodes).forEach((node) -> rig.gives(node, token, 0, 1100, fencingToken));

        return rig;
    }

    private long nowUs()
    {
        return Replies.START_US + rig.elapsedNs() / 1_000;
    }

    private long token()
    {
        return alice.claim.fencingToken();
    }

    @Test
    void shouldProposeATokenWithEachQuestion()
    {
        rig.advanceMs(1_000).acquires(alice, 60_000 * MS).refuses(ALL).refuses(3, 4);
        final long first = rig.next(0).fencingToken;
        rig.askedEach(rig.next(0).text, ALL);

        assertThat(rig.next(0).text).startsWith(Texts.waitFenced(first, "10000 ").replace(" + client", ""));
        assertThat(first).isCloseTo(nowUs(), within(1_000L));
        rig.refuses(ALL).advanceUntilAsked(0);
        assertThat(rig.next(0).text).endsWith(" 0 + client").contains(rig.next(0).fencingToken + " 1100 ");
        assertThat(rig.next(0).fencingToken).isCloseTo(nowUs(), within(1_000L));
        rig.refuses(ALL).cancels(alice).grantsAll();
    }

    @Test
    void shouldHoldWithTheTokenThatAQuorumHasGiven()
    {
        final String token = standInLine();
        final long given = nowUs() + 5_000;
        rig.advanceMs(3);
        given(token, given, 0, 1).toldNothing(alice);
        given(token, given, 2).told(alice, "acquired 1").counted(Counter.LOCKS_GIVEN, 1);

        assertThat(token()).isEqualTo(given);
        rig.advanceMs(5);
        assertThat(rig.next(0).fencingToken).isEqualTo(given);
        rig.grants(ALL).heldBy(alice);
    }

    /**
     * Votes for two tokens are none for either: the next round asks for one above both.
     */
    @Test
    void shouldNotAddUpVotesForDifferentTokens()
    {
        final String token = standInLine();
        final long given = nowUs() + 5_000;
        rig.advanceMs(3);
        given(token, given, 0, 1);
        given(token, given + 7, 2).toldNothing(alice).advanceMs(5);

        assertThat(rig.next(0).fencingToken).isGreaterThan(given + 7);
        final long proposed = rig.next(0).fencingToken;
        rig.grants(ALL).told(alice, "acquired 1");
        assertThat(token()).isEqualTo(proposed);
    }

    /**
     * What was sent with the one that was proposed could bring the key back after another holder.
     */
    @Test
    void shouldNotHoldWithATokenBelowOneThatItHasProposed()
    {
        final String token = standInLine();
        final long proposed = nowUs() - 3_000;
        given(token, proposed, 0, 1);
        given(token, proposed, 2).toldNothing(alice);

        assertThat(rig.next(0).text).contains(" 10000 ").endsWith(" 1 + client");
        rig.grants(ALL).told(alice, "acquired 1").heldBy(alice);
    }

    /**
     * It would hide what the others give; they would refuse what follows it.
     */
    @Test
    void shouldNotFollowATokenFromFarAhead()
    {
        final String token = standInLine();
        final long given = nowUs() + 5_000;
        rig.advanceMs(1);
        given(token, given, 1);
        given(token, given + 9_000_000, 1);
        given(token, given, 2, 3).told(alice, "acquired 1");

        assertThat(token()).isEqualTo(given);
        rig.advanceMs(5).grantsAll();
    }

    /**
     * The answers to a renewal are about a lower token, whatever they say.
     */
    @Test
    void shouldNotCountAnswersToWhatItHadProposedBefore()
    {
        final String token = standInLine();
        rig.advanceUntilAsked(0);
        final long given = nowUs() + 5_000;
        given(token, given, 0, 1, 2).told(alice, "acquired 1");
        IntStream.of(0, 1, 2).forEach((node) -> rig.answers(node, Replies.oursWith(given)));
        rig.heldBy(alice).grants(3, 4);

        assertThat(alice.claim.grants()).isEqualTo(3);
        rig.advanceMs(5).grantsAll().heldBy(alice);
    }

    /**
     * The message was lost, and the holder's clock is ahead of ours.
     */
    @Test
    void shouldAskAtOnceWithAHigherTokenIfItHasTheLockAlready()
    {
        standInLine();
        rig.advanceUntilAsked(0);
        final long last = rig.next(0).fencingToken + 100_000;
        IntStream.of(0, 1, 2).forEach((node) -> rig.answers(node, Replies.oursWith(last)));
        rig.refuses(3, 4).toldNothing(alice).advanceMs(1);

        assertThat(rig.next(0).fencingToken).isEqualTo(last + 1);
        rig.grants(ALL).told(alice, "acquired 1");
        assertThat(token()).isEqualTo(last + 1);
    }

    /**
     * Four times at once, and then now and then: fences of a time that the nodes' clocks have gone back from.
     */
    @Test
    void shouldNotAskWithoutEndIfNodesRefuseEachToken()
    {
        rig.advanceMs(1_000).acquires(alice, 60_000 * MS).refuses(ALL).refuses(3, 4);
        final long last = nowUs() + 3_600_000_000L;
        answersFor(1_000, ALL, Replies.freeAbove(last));

        assertThat(rig.sent(OperationKind.WAIT)).isBetween(5L * 5, 5L * 25);
        rig.toldNothing(alice).cancels(alice).grantsAll();
    }

    /**
     * One node gives it again and again, and refuses it when it is asked.
     */
    @Test
    void shouldNotAskWithoutEndForWhatANodeOnlySaysToHaveGiven()
    {
        final String token = standInLine();
        for (int i = 0; i < 1_000; i++)
        {
            rig.gives(0, token, 0, 1100, 1);
            answersFor(1, new int[]{0}, Replies.oursWith(5));
            answersFor(0, ALL, Replies.place(10_000, 1, BOB));
        }

        assertThat(rig.sent(OperationKind.WAIT)).isLessThan(5L * 25);
        rig.cancels(alice).grantsAll();
    }

    private void answersFor(final long ms, final int[] nodes, final Reply reply)
    {
        for (int i = 0; i <= ms; i++)
        {
            for (final int node : nodes)
            {
                while (rig.hasNext(node))
                {
                    rig.answers(node, rig.next(node).kind == OperationKind.WAIT ? reply :
                        Replies.refused(rig.next(node)));
                }
            }
            rig.advanceMs(ms == 0 ? 0 : 1);
        }
    }

    /**
     * What has been granted to a lower proposal does not carry a lease with the token that was given.
     */
    @Test
    void shouldNotCountGrantsToWhatItHadProposedBefore()
    {
        rig.advanceMs(1_000).acquires(alice, 60_000 * MS).refuses(ALL).refuses(3, 4);
        final String token = rig.next(0).token;
        rig.grants(3).advanceMs(1);
        given(token, nowUs() + 5_000, 0, 1, 2).told(alice, "acquired 1");
        assertThat(alice.claim.grants()).isEqualTo(3);

        rig.goesDown(0).comesBack(0, true);
        assertThat(alice.holds()).isFalse();
        rig.grantsAll();
    }

    /**
     * An extension may set a key anew, so it asks for as long as any vote may count.
     */
    @Test
    void shouldExtendForAsLongAsWhatWasGivenMayCount()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(200, (set) -> set.isFenced = true));
        rig.advanceMs(1_000).acquires(bob, 60_000 * MS).refuses(ALL).refuses(3, 4);
        final String token = rig.next(0).token;
        rig.refuses(ALL).advanceUntilAsked(0).refuses(ALL).advanceMs(300);
        final long given = nowUs() + 5_000;
        IntStream.of(0, 1, 2).forEach((node) -> rig.gives(node, token, 400, 1000, given));
        rig.told(bob, "acquired 1").extendsLease(bob, 1, 50);

        assertThat(rig.next(0).text).contains(" <token> 200 " + given);
        rig.grantsAll();
    }

    /**
     * By an operator, who closes its token.
     */
    @Test
    void shouldTakeBackAVoteWhenTheLockWasReleasedBySomebodyElse()
    {
        final String token = standInLine();
        rig.advanceUntilAsked(0);
        final long given = nowUs() + 5_000;
        given(token, given, 0, 1);
        rig.answers(0, Replies.releasedWith(given));
        given(token, given, 2).toldNothing(alice);

        rig.cancels(alice).grantsAll();
    }

    @Test
    void shouldTakeNoTokenForAPlainLock()
    {
        final Caller bob = rig.caller("bob");
        rig.advanceMs(1_000).acquires(bob, 60_000 * MS).refuses(ALL).refuses(3, 4);
        final String token = rig.next(0).token;
        rig.refuses(ALL).gives(0, token, 0, 1100, 7).gives(1, token).gives(2, token).toldNothing(bob);
        rig.grants(ALL).told(bob, "acquired 1").releases(bob).grantsAll();
    }

    /**
     * Above what it proposed itself, and what those in line may have proposed by their time.
     */
    @Test
    void shouldGiveItWithAHigherToken()
    {
        rig.advanceMs(1_000).acquires(alice);
        final String ours = rig.next(0).token;
        rig.grants(ALL).wants(0, ours);
        final long own = token();
        rig.advanceMs(50).releases(alice);

        final long next = Long.parseLong(rig.next(0).text.split(" ")[14]);
        assertThat(next).isCloseTo(nowUs() + 2_000, within(1_000L));
        rig.askedEach(Texts.passFenced(next, own), ALL).grants(ALL);
    }

    @Test
    void shouldLeaveTheLineByAPassThatClosesItsToken()
    {
        standInLine();
        rig.cancels(alice);

        assertThat(rig.next(0).kind).isEqualTo(OperationKind.PASS);
        assertThat(rig.next(0).text).endsWith(" 1 " + rig.next(0).fencingToken + " ");
        rig.refuses(ALL);
    }
}
