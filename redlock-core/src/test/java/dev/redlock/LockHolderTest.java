// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.KeyState;
import dev.redlock.quorum.Quorum;

class LockHolderTest
{
    private static final KeyOnNode FREE = node(KeyState.FREE);
    private static final KeyOnNode UNKNOWN = node(KeyState.UNKNOWN);
    private static final KeyOnNode NO_LOCK = node(KeyState.NO_LOCK);

    private static KeyOnNode node(final KeyState state)
    {
        return new KeyOnNode("n", state, "", Duration.ZERO, "");
    }

    private static KeyOnNode by(final String holder, final long seconds)
    {
        return new KeyOnNode("n", KeyState.HELD, holder, Duration.ofSeconds(seconds), "");
    }

    private static LockHolder of(final KeyOnNode... nodes)
    {
        return LockHolder.of(Quorum.majorityOf(nodes.length), Arrays.asList(nodes));
    }

    @Test
    void shouldNameTheHolderOfAQuorumAndTheTimeOfTheVotesThatAreNeeded()
    {
        final LockHolder lock = of(by("a", 9), FREE, by("a", 7), by("b", 99), by("a", 8));

        assertThat(lock.holder()).isEqualTo("a");
        assertThat(lock.remaining()).isEqualTo(Duration.ofSeconds(7));
        assertThat(lock.isCertain()).isTrue();
        assertThat(of(by("a", 1), by("a", 2), by("a", 3), by("a", 4), by("a", 5)).remaining())
            .isEqualTo(Duration.ofSeconds(3));
        assertThat(of(by("a", 1), by("a", 1), by("a", 1), UNKNOWN, UNKNOWN).isCertain()).isTrue();
    }

    @Test
    void shouldNameNobodyWithoutAQuorum()
    {
        assertThat(of(FREE, FREE, UNKNOWN)).returns(false, LockHolder::isHeld)
            .returns(true, LockHolder::isCertain).returns(Duration.ZERO, LockHolder::remaining);
        assertThat(of(by("a", 1), by("b", 1), by("c", 1))).returns(false, LockHolder::isHeld)
            .returns(true, LockHolder::isCertain);
        assertThat(of(NO_LOCK, NO_LOCK, FREE)).returns(false, LockHolder::isHeld)
            .returns(true, LockHolder::isCertain);
    }

    @Test
    void shouldNotGuessWhatSilentNodesHave()
    {
        assertThat(of(by("a", 1), by("a", 1), FREE, FREE, UNKNOWN)).returns(false, LockHolder::isHeld)
            .returns(false, LockHolder::isCertain);
        assertThat(of(FREE, FREE, UNKNOWN, UNKNOWN, UNKNOWN).isCertain()).isFalse();
    }
}
