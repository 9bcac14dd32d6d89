// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;

/**
 * Servers that keep nothing on disk: young when they are met, and restarted. With the shortest fence window
 * and a short time to live a quarantine lasts a little more than five seconds.
 */
public abstract class QuarantinedNodes extends FaultSuite
{
    private static final String KEY = "quarantine";
    private static final Duration TTL = Duration.ofSeconds(2);
    private static final Duration AT_LEAST = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private RealNodes nodes;

    @BeforeEach
    void startNodes()
    {
        nodes = closing(RealNodes.start(3));
    }

    private RedlockBuilder shortlived()
    {
        return guarded(nodes.uris()).longestTtl(TTL).fenceWindow(Duration.ofMillis(100))
            .defaults(LockOptions.DEFAULT.withTtl(TTL));
    }

    /**
     * Who starts the servers and the application together has to wait, and is told for whom and until when.
     */
    @Test
    void shouldWaitForNodesThatWereStartedAShortTimeAgo() throws InterruptedException
    {
        final Redlock redlock = closing(shortlived().build());
        assertThat(redlock.nodes()).allMatch(node -> node.state() == NodeStatus.State.QUARANTINED)
            .allMatch(node -> node.detail().startsWith("does not vote before 20") &&
                node.detail().contains(": it was started or declared a short time ago; "));
        assertThatThrownBy(() -> redlock.acquire(KEY, Duration.ZERO))
            .isInstanceOf(NoQuorumException.class)
            .hasMessageContaining("do not vote yet (each of " + nodes.place(0))
            .hasMessageContaining("build with assumeNodesFresh()");
        try (Lease lease = redlock.acquire(KEY, PATIENCE))
        {
            assertThat(lease.isHeld()).isTrue();
        }
        awaitAllUp(redlock);
    }

    @Test
    void shouldKeepOutARestartedNodeUntilAllThatItForgotIsOver() throws InterruptedException
    {
        final Redlock redlock = up(shortlived().assumeNodesFresh());
        nodes.kill(2);
        awaitState(redlock, 2, NodeStatus.State.DOWN);
        nodes.restart(2);
        final long startNs = System.nanoTime();
        awaitState(redlock, 2, NodeStatus.State.QUARANTINED);
        assertThat(redlock.nodes().get(2).detail()).contains(": it has restarted, or been ");
        assertThat(redlock.metrics().count(Counter.QUARANTINES)).isEqualTo(1);
        redlock.acquire(KEY, PATIENCE).close();

        nodes.kill(1);
        awaitState(redlock, 1, NodeStatus.State.DOWN);
        assertThatThrownBy(() -> redlock.acquire(KEY, Duration.ZERO))
            .isInstanceOf(NoQuorumException.class).hasMessageContaining(nodes.place(2) + " QUARANTINED");
        try (Lease lease = redlock.acquire(KEY, PATIENCE))
        {
            assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isGreaterThan(AT_LEAST);
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(redlock.nodes().get(2).state()).isEqualTo(NodeStatus.State.UP);
    }
}
