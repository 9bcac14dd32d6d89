// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedTransport;
import dev.redlock.engine.rig.Texts;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

class DeferredReleaseTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice");

    @Test
    void shouldWaitForANodeThatIsDown()
    {
        rig.acquiresEverywhere(alice).goesDown(0).releases(alice).grants(1, 2);
        rig.toldLast(alice, "released RELEASED").tokensOut(1).counted(Counter.RELEASES_DEFERRED, 1);

        rig.comesBack(0).asked(0, Texts.RELEASE);
        rig.grants(0).tokensOut(0);
    }

    @Test
    void shouldBeUnknownAtOnceWhenTooManyNodesAreDown()
    {
        rig.acquiresEverywhere(alice).goesDown(0, 1).releases(alice);
        rig.toldLast(alice, "released UNKNOWN");
        rig.comesBack(0, 1).askedEach(Texts.RELEASE, 0, 1);
    }

    @Test
    void shouldBeSentAgainWhenItWasLostWithItsConnection()
    {
        rig.acquiresEverywhere(alice).releases(alice).goesDown(0).counted(Counter.NODE_ERRORS, 0);
        rig.comesBack(0, true).goesDown(0).comesBack(0).asked(0, Texts.RELEASE);
        rig.counted(Counter.RELEASES_DEFERRED, 2);
    }

    @Test
    void shouldBeSentForAnAcquireThatWasLostWithItsConnection()
    {
        rig.acquires(alice).goesDown(0).refuses(1, 2).told(alice, "denied CONTENDED").tokensOut(1);

        rig.comesBack(0).asked(0, Texts.RELEASE);
    }

    @Test
    void shouldBeMootAfterTheTimeToLive()
    {
        rig.acquiresEverywhere(alice).goesDown(0).releases(alice).grants(1, 2);
        keepDown(0, 12_500);
        rig.tokensOut(0).counted(Counter.RELEASES_MOOT, 1);

        rig.comesBack(0).askedNothing(0);
    }

    @Test
    void shouldNotBeMootWithinTheTimeToLiveAndDrift()
    {
        rig.acquiresEverywhere(alice).goesDown(0).releases(alice).grants(1, 2);
        keepDown(0, 8_000);
        rig.comesBack(0);

        assertThat(rig.elapsedNs()).isLessThan(10_102 * MS);
        rig.asked(0, Texts.RELEASE);
    }

    @Test
    void shouldBeMootOnlyAfterTheTimeToLiveOfTheLastExtension()
    {
        rig.acquiresEverywhere(alice).advanceMs(5_000).extendsLease(alice).grants(0, 1, 2).goesDown(0);
        rig.releases(alice).grants(1, 2);
        keepDown(0, 8_000);
        rig.comesBack(0);

        assertThat(rig.elapsedNs()).isGreaterThan(12_000 * MS).isLessThan(15_102 * MS);
        rig.asked(0, Texts.RELEASE);
    }

    /**
     * The node was slow: it may have set the key when it answered, and not before.
     */
    @Test
    void shouldNotBeMootWithinTheTimeToLiveFromALateAnswer()
    {
        rig.acquires(alice).grants(1, 2).stall(5_000 * MS).grants(0);
        checkSentAfterAnotherEightSeconds();
    }

    /**
     * The acquire was held up in a network that then broke down: the node may have set the key until then.
     */
    @Test
    void shouldNotBeMootWithinTheTimeToLiveFromTheEndOfTheConnection()
    {
        rig.acquires(alice).grants(1, 2).stall(5_000 * MS).goesDown(0).comesBack(0);
        checkSentAfterAnotherEightSeconds();
    }

    @Test
    void shouldNotBeMootWithinTheTimeToLiveFromALateAnswerToAnExtension()
    {
        rig.acquiresEverywhere(alice).advanceMs(3_000).extendsLease(alice).grants(1, 2);
        rig.stall(5_000 * MS).grants(0);
        checkSentAfterAnotherEightSeconds();
        assertThat(rig.elapsedNs()).isGreaterThan(13_102 * MS);
    }

    /**
     * The transport takes no release, and the acquire before it has no answer: its time has not begun.
     */
    @Test
    void shouldNotBeMootWhileTheAcquireHasNoAnswer()
    {
        rig.acquires(alice).backPressured(true, 0).grants(1, 2);
        rig.releases(alice).grants(1, 2).stall(10_200 * MS).work().tokensOut(1);
        rig.counted(Counter.RELEASES_MOOT, 0);

        rig.backPressured(false, 0).comesBack(0).asked(0, Texts.RELEASE);
    }

    private void checkSentAfterAnotherEightSeconds()
    {
        rig.releases(alice).goesDown(0).grants(1, 2);
        keepDown(0, 8_000);
        rig.comesBack(0);

        assertThat(rig.elapsedNs()).isGreaterThan(10_102 * MS);
        rig.asked(0, Texts.RELEASE).counted(Counter.RELEASES_MOOT, 0);
    }

    @Test
    void shouldNotBeKeptAfterTheTimeToLiveOnANodeThatIsUp()
    {
        rig.acquiresEverywhere(alice).releases(alice).grants(1, 2).silence(0, true);
        for (int i = 0; i < 102; i++)
        {
            rig.advanceMs(100);
            if (rig.hasNext(0))
            {
                rig.fails(ErrorCode.BUSY, 0);
            }
            rig.silence(0, false);
        }
        rig.advanceMs(200).askedNothing(0).tokensOut(0).counted(Counter.RELEASES_MOOT, 1);
    }

    @Test
    void shouldNotBeRepeatedWhenItsConnectionEndsAfterTheTimeToLive()
    {
        rig.acquiresEverywhere(alice).releases(alice).grants(1, 2).stall(10_103 * MS).goesDown(0);
        rig.tokensOut(0).counted(Counter.RELEASES_MOOT, 1).counted(Counter.RELEASES_DEFERRED, 0);
    }

    @Test
    void shouldTryANodeThatRefusesReleasesWithOneAtATime()
    {
        rig = EngineRig.of(Limits.of(3, (set) -> set.maxLocks = 256));
        final List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 20; i++)
        {
            final Caller caller = rig.caller("caller " + i, "key " + i, Options.plain());
            callers.add(caller);
            rig.acquiresEverywhere(caller);
        }
        callers.forEach(rig::releases);
        IntStream.range(0, 20).forEach((i) -> rig.grants(1, 2).fails(ErrorCode.BUSY, 0));
        rig.counted(Counter.RELEASES_DEFERRED, 20);

        for (int i = 0; i < 10; i++)
        {
            rig.advanceMs(103);
            assertThat(rig.open(0)).hasSize(1);
            rig.fails(ErrorCode.BUSY, 0).askedNothing(0);
        }

        /* The first success lets all others follow at once. */
        rig.advanceMs(103).grants(0);
        assertThat(rig.open(0)).hasSize(19);
    }

    @Test
    void shouldProbeAgainWhileTheProbeHasNoAnswer()
    {
        final Caller bob = rig.caller("bob", "stock", Options.plain());
        rig.acquiresEverywhere(alice).acquiresEverywhere(bob).releases(alice);
        rig.releases(bob).fails(ErrorCode.BUSY, 0).fails(ErrorCode.BUSY, 0).advanceMs(103);
        assertThat(rig.open(0)).hasSize(1);
        rig.advanceMs(103);

        assertThat(rig.open(0)).hasSize(2);
    }

    @Test
    void shouldForgetThatANodeRefusedReleasesWhenItComesBack()
    {
        final Caller bob = rig.caller("bob", "stock", Options.plain());
        rig.acquiresEverywhere(alice).acquiresEverywhere(bob).releases(alice);
        rig.releases(bob).fails(ErrorCode.BUSY, 0).fails(ErrorCode.BUSY, 0).goesDown(0);
        rig.comesBack(0, true);

        assertThat(rig.open(0)).hasSize(2);
    }

    @Test
    void shouldBeSentSoonAfterTheTransportTookNoMore()
    {
        rig.acquiresEverywhere(alice).backPressured(true, 0).releases(alice).advanceMs(50);
        rig.askedNothing(0);
        rig.backPressured(false, 0).advanceMs(3).asked(0, Texts.RELEASE);
        rig.counted(Counter.RELEASES_DEFERRED, 1);
    }

    @Test
    void shouldNotBeSentWhenANodeTurnsOutToBeWithoutTheKey()
    {
        rig.acquires(alice).backPressured(true, 0).grants(1, 2);
        rig.releases(alice).refuses(0).backPressured(false, 0).advanceMs(5).askedNothing(0);
        rig.grants(1, 2).tokensOut(0);
    }

    @Test
    void shouldNotBeKeptForANodeThatIsDownAndWithoutTheKey()
    {
        rig.acquires(alice).backPressured(true, 0).grants(1, 2);
        rig.releases(alice).grants(1, 2).refuses(0).goesDown(0).advanceMs(25);
        rig.tokensOut(0);
    }

    @Test
    void shouldNotMindATransportThatHasNoConnectionAnyMoreButHasNotSaidSo()
    {
        rig.acquiresEverywhere(alice);
        rig.transport.link(0, ScriptedTransport.Link.DOWN);
        rig.releases(alice).stall(20 * MS);
        rig.engine.doWork(rig.nowNs());
        rig.transport.link(0, ScriptedTransport.Link.DROPPED);
        rig.work().comesBack(0).asked(0, Texts.RELEASE);
    }

    @Test
    void shouldComeBeforeANewAcquireOfTheSameKey()
    {
        rig.acquiresEverywhere(alice).goesDown(0).releases(alice).comesBack(0);
        rig.acquires(alice).asked(0, Texts.RELEASE, Texts.SET);
    }

    private void keepDown(final int node, final long durationMs)
    {
        final long untilNs = rig.elapsedNs() + durationMs * MS;
        while (rig.elapsedNs() < untilNs)
        {
            if (rig.transport.link(node) == ScriptedTransport.Link.CONNECTING)
            {
                rig.goesDown(node);
            }
            rig.advanceMs(10);
        }
    }
}
