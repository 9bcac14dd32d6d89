// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.Quantity;

/**
 * Several engines behind one client are one client.
 */
class EnginesTest
{
    private static final int ENGINES = 4;
    private static final int KEYS = 64;
    private final InstantNodes nodes = new InstantNodes(3);

    @AfterEach
    void forgetTheNodes()
    {
        assertThat(nodes.areTransportsClosed()).isTrue();
        nodes.close();
    }

    private RedlockBuilder builder()
    {
        return nodes.builder().name("sharded").engines(ENGINES);
    }

    private static List<String> engineThreads()
    {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
            .filter(name -> name.startsWith("sharded-")).sorted().toList();
    }

    @Test
    void shouldShareTheKeysAmongAllEngines()
    {
        try (Redlock redlock = builder().build())
        {
            assertThat(engineThreads()).containsExactly("sharded-0", "sharded-1", "sharded-2", "sharded-3");
            assertThat(redlock.nodes()).hasSize(3);
            Deadline.await("all are up to all engines", () ->
                redlock.nodes().stream().allMatch(node -> node.state() == NodeStatus.State.UP));
            assertThat(redlock.metrics().count(Counter.CONNECTS)).isEqualTo(3 * ENGINES);

            final List<LockHandle> handles = new ArrayList<>();
            for (int i = 0; i < KEYS; i++)
            {
                final LockHandle handle = redlock.handle("key " + i);
                assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.ACQUIRED);
                handles.add(handle);
            }
            assertThat(redlock.metrics().count(Counter.ATTEMPTS_WON)).isEqualTo(KEYS);
            assertThat(redlock.metrics().count(Quantity.ACQUIRE)).isEqualTo(KEYS);
            assertThat(redlock.metrics().counts()).containsEntry(Counter.ATTEMPTS_WON, (long)KEYS);
            for (final LockHandle handle : handles)
            {
                assertThat(handle.release(handle.term())).isEqualTo(Outcome.RELEASED);
            }
            assertThat(redlock.metrics().rttCount(0)).isGreaterThanOrEqualTo(2L * KEYS);
        }
        assertThat(engineThreads()).isEmpty();
    }

    @Test
    void shouldQueueTheHandlesOfAKeyInOnePlace()
    {
        try (Redlock redlock = builder().build(); LockHandle one = redlock.handle("k"); LockHandle two =
            redlock.handle("k"))
        {
            final long term = one.tryAcquire();

            assertThat(Outcome.of(two.tryAcquire())).isEqualTo(Outcome.CONTENDED);
            assertThat(two.votes()).extracting(NodeVote::cause).contains(Cause.HELD_BY_THIS_CLIENT);
            assertThat(one.release(term)).isEqualTo(Outcome.RELEASED);
            assertThat(Outcome.of(two.tryAcquire())).isEqualTo(Outcome.ACQUIRED);
        }
    }

    @Test
    void shouldReleaseOnAllEnginesWhenItCloses()
    {
        final List<LockHandle> handles = new ArrayList<>();
        try (Redlock redlock = builder().build())
        {
            for (int i = 0; i < KEYS; i++)
            {
                handles.add(redlock.handle("key " + i));
                assertThat(Outcome.of(handles.get(i).tryAcquire())).isEqualTo(Outcome.ACQUIRED);
            }
            assertThat(redlock.metrics().tokensOut()).isEqualTo(KEYS);
        }

        for (int i = 0; i < KEYS; i++)
        {
            assertThat(handles.get(i).isHeld()).isFalse();
            assertThat(nodes.holding("key " + i)).isZero();
        }
    }

    @Test
    void shouldGiveEveryEngineItsOwnIdleStrategy()
    {
        final List<YieldingIdleStrategy> made = new ArrayList<>();
        try (Redlock redlock = builder().idleStrategy(() ->
        {
            made.add(new YieldingIdleStrategy());

            return made.get(made.size() - 1);
        }).build())
        {
            redlock.tryAcquire("k").orElseThrow().close();
        }

        assertThat(made).hasSize(ENGINES);
    }

    @Test
    void shouldRefuseWhatCannotBeShared()
    {
        assertThatThrownBy(builder().idleStrategy(new BackoffIdleStrategy())::build)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("one idle strategy was given for 4 engines")
            .hasMessageContaining("supplier");
        assertThatThrownBy(builder().invoker()::build).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("there are to be 4");
        assertThatThrownBy(() -> Redlock.builder().engines(0)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("number of engines is 0 but must be 1 to 64");
        assertThatThrownBy(() -> Redlock.builder().engines(65)).isInstanceOf(IllegalArgumentException.class);
    }
}
