// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

class DeferredReleaseTest
{
    private static final long MS = Limits.MS;

    private EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice");

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    @Test
    void shouldWaitForANodeThatIsDown()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0);
        rig.releases(alice);
        rig.grants(1, 2);
        assertThat(alice.latest()).isEqualTo("released RELEASED");
        assertThat(rig.engine.tokensOut()).isEqualTo(1);
        assertThat(rig.count(Counter.RELEASES_DEFERRED)).isEqualTo(1);

        rig.comesBack(0, false);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
        rig.grants(0);

        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldBeUnknownAtOnceWhenTooManyNodesAreDown()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0, 1);
        rig.releases(alice);

        assertThat(alice.latest()).isEqualTo("released UNKNOWN");
        rig.comesBack(0, false);
        rig.comesBack(1, false);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
        assertThat(rig.open(1)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldBeSentAgainWhenItWasLostWithItsConnection()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.goesDown(0);
        assertThat(rig.count(Counter.NODE_ERRORS)).isZero();
        rig.comesBack(0, true);
        rig.goesDown(0);
        rig.comesBack(0, false);

        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
        assertThat(rig.count(Counter.RELEASES_DEFERRED)).isEqualTo(2);
    }

    @Test
    void shouldBeSentForAnAcquireThatWasLostWithItsConnection()
    {
        rig.acquires(alice);
        rig.goesDown(0);
        rig.refuses(1, 2);
        assertThat(alice.log()).containsExactly("denied CONTENDED");
        assertThat(rig.engine.tokensOut()).isEqualTo(1);

        rig.comesBack(0, false);

        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldBeMootAfterTheTimeToLive()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0);
        rig.releases(alice);
        rig.grants(1, 2);
        keepDown(0, 12_500);
        assertThat(rig.engine.tokensOut()).isZero();
        assertThat(rig.count(Counter.RELEASES_MOOT)).isEqualTo(1);

        rig.comesBack(0, false);
        assertThat(rig.open(0)).isEmpty();
    }

    @Test
    void shouldNotBeMootWithinTheTimeToLiveAndDrift()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0);
        rig.releases(alice);
        rig.grants(1, 2);
        keepDown(0, 8_000);
        rig.comesBack(0, false);

        assertThat(rig.elapsedNs()).isLessThan(10_102 * MS);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldBeMootOnlyAfterTheTimeToLiveOfTheLastExtension()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(5_000);
        rig.extendsLease(alice);
        rig.grants(0, 1, 2);
        rig.goesDown(0);
        rig.releases(alice);
        rig.grants(1, 2);
        keepDown(0, 8_000);
        rig.comesBack(0, false);

        assertThat(rig.elapsedNs()).isGreaterThan(12_000 * MS).isLessThan(15_102 * MS);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    /**
     * The node was slow: it may have set the key when it answered, and not before.
     */
    @Test
    void shouldNotBeMootWithinTheTimeToLiveFromALateAnswer()
    {
        rig.acquires(alice);
        rig.grants(1, 2);
        rig.stall(5_000 * MS);
        rig.grants(0);
        checkSentAfterAnotherEightSeconds();
    }

    /**
     * The acquire was held up in a network that then broke down: the node may have set the key until then.
     */
    @Test
    void shouldNotBeMootWithinTheTimeToLiveFromTheEndOfTheConnection()
    {
        rig.acquires(alice);
        rig.grants(1, 2);
        rig.stall(5_000 * MS);
        rig.goesDown(0);
        rig.comesBack(0, false);
        checkSentAfterAnotherEightSeconds();
    }

    @Test
    void shouldNotBeMootWithinTheTimeToLiveFromALateAnswerToAnExtension()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(3_000);
        rig.extendsLease(alice);
        rig.grants(1, 2);
        rig.stall(5_000 * MS);
        rig.grants(0);
        checkSentAfterAnotherEightSeconds();
        assertThat(rig.elapsedNs()).isGreaterThan(13_102 * MS);
    }

    /**
     * The transport takes no release, and the acquire before it has no answer: its time has not begun.
     */
    @Test
    void shouldNotBeMootWhileTheAcquireHasNoAnswer()
    {
        rig.acquires(alice);
        rig.transport.backPressured(0, true);
        rig.grants(1, 2);
        rig.releases(alice);
        rig.grants(1, 2);
        rig.stall(10_200 * MS);
        rig.work();
        assertThat(rig.engine.tokensOut()).isEqualTo(1);
        assertThat(rig.count(Counter.RELEASES_MOOT)).isZero();

        rig.transport.backPressured(0, false);
        rig.comesBack(0, false);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    private void checkSentAfterAnotherEightSeconds()
    {
        rig.releases(alice);
        rig.goesDown(0);
        rig.grants(1, 2);
        keepDown(0, 8_000);
        rig.comesBack(0, false);

        assertThat(rig.elapsedNs()).isGreaterThan(10_102 * MS);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
        assertThat(rig.count(Counter.RELEASES_MOOT)).isZero();
    }

    @Test
    void shouldNotBeKeptAfterTheTimeToLiveOnANodeThatIsUp()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.grants(1, 2);
        rig.silence(0, true);
        for (int i = 0; i < 102; i++)
        {
            rig.advanceMs(100);
            if (rig.hasNext(0))
            {
                rig.fails(ErrorCode.BUSY, 0);
            }
            rig.silence(0, false);
        }
        rig.advanceMs(200);

        assertThat(rig.hasNext(0)).isFalse();
        assertThat(rig.engine.tokensOut()).isZero();
        assertThat(rig.count(Counter.RELEASES_MOOT)).isEqualTo(1);
    }

    @Test
    void shouldNotBeRepeatedWhenItsConnectionEndsAfterTheTimeToLive()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.grants(1, 2);
        rig.stall(10_103 * MS);
        rig.goesDown(0);

        assertThat(rig.engine.tokensOut()).isZero();
        assertThat(rig.count(Counter.RELEASES_MOOT)).isEqualTo(1);
        assertThat(rig.count(Counter.RELEASES_DEFERRED)).isZero();
    }

    @Test
    void shouldTryANodeThatRefusesReleasesWithOneAtATime()
    {
        rig = EngineRig.of(Limits.of(3).maxAttempts(256).build());
        final List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 20; i++)
        {
            final Caller caller = rig.caller("caller " + i, "key " + i, Options.plain());
            callers.add(caller);
            rig.acquiresEverywhere(caller);
        }
        callers.forEach(rig::releases);
        for (int i = 0; i < 20; i++)
        {
            rig.grants(1, 2);
            rig.fails(ErrorCode.BUSY, 0);
        }
        assertThat(rig.count(Counter.RELEASES_DEFERRED)).isEqualTo(20);

        for (int i = 0; i < 10; i++)
        {
            rig.advanceMs(103);
            assertThat(rig.open(0)).hasSize(1);
            rig.fails(ErrorCode.BUSY, 0);
            assertThat(rig.hasNext(0)).isFalse();
        }

        /* The first success lets all others follow at once. */
        rig.advanceMs(103);
        rig.grants(0);
        assertThat(rig.open(0)).hasSize(19);
    }

    @Test
    void shouldProbeAgainWhileTheProbeHasNoAnswer()
    {
        final Caller bob = rig.caller("bob", "stock", Options.plain());
        rig.acquiresEverywhere(alice);
        rig.acquiresEverywhere(bob);
        rig.releases(alice);
        rig.releases(bob);
        rig.fails(ErrorCode.BUSY, 0);
        rig.fails(ErrorCode.BUSY, 0);
        rig.advanceMs(103);
        assertThat(rig.open(0)).hasSize(1);
        rig.advanceMs(103);

        assertThat(rig.open(0)).hasSize(2);
    }

    @Test
    void shouldForgetThatANodeRefusedReleasesWhenItComesBack()
    {
        final Caller bob = rig.caller("bob", "stock", Options.plain());
        rig.acquiresEverywhere(alice);
        rig.acquiresEverywhere(bob);
        rig.releases(alice);
        rig.releases(bob);
        rig.fails(ErrorCode.BUSY, 0);
        rig.fails(ErrorCode.BUSY, 0);
        rig.goesDown(0);
        rig.comesBack(0, true);

        assertThat(rig.open(0)).hasSize(2);
    }

    @Test
    void shouldBeSentSoonAfterTheTransportTookNoMore()
    {
        rig.acquiresEverywhere(alice);
        rig.transport.backPressured(0, true);
        rig.releases(alice);
        rig.advanceMs(50);
        assertThat(rig.hasNext(0)).isFalse();
        rig.transport.backPressured(0, false);
        rig.advanceMs(3);

        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
        assertThat(rig.count(Counter.RELEASES_DEFERRED)).isEqualTo(1);
    }

    @Test
    void shouldNotBeSentWhenANodeTurnsOutToBeWithoutTheKey()
    {
        rig.acquires(alice);
        rig.transport.backPressured(0, true);
        rig.grants(1, 2);
        rig.releases(alice);
        rig.refuses(0);
        rig.transport.backPressured(0, false);
        rig.advanceMs(5);

        assertThat(rig.hasNext(0)).isFalse();
        rig.grants(1, 2);
        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldNotBeKeptForANodeThatIsDownAndWithoutTheKey()
    {
        rig.acquires(alice);
        rig.transport.backPressured(0, true);
        rig.grants(1, 2);
        rig.releases(alice);
        rig.grants(1, 2);
        rig.refuses(0);
        rig.goesDown(0);
        rig.advanceMs(25);

        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldNotMindATransportThatHasNoConnectionAnyMoreButHasNotSaidSo()
    {
        rig.acquiresEverywhere(alice);
        rig.transport.link(0, ScriptedTransport.Link.DOWN);
        rig.releases(alice);
        rig.stall(20 * MS);
        rig.engine.doWork(rig.nowNs());
        rig.transport.link(0, ScriptedTransport.Link.DROPPED);
        rig.work();
        rig.comesBack(0, false);

        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldComeBeforeANewAcquireOfTheSameKey()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0);
        rig.releases(alice);
        rig.comesBack(0, false);
        rig.acquires(alice);

        assertThat(rig.open(0)).containsExactly(Texts.RELEASE, Texts.SET);
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
