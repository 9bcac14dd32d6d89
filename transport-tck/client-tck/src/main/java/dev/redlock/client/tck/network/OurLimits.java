// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.ProxiedSuite;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.proxy.Cut;

/**
 * Nodes are far away, or have forgotten something: what a limit of ours keeps from a lock is told as that.
 */
public abstract class OurLimits extends ProxiedSuite
{
    private static final Duration FAR = Duration.ofMillis(300);
    private static final Duration LIMIT = Duration.ofMillis(150);
    private static final Duration PATIENCE = Duration.ofMillis(1_200);
    private static final int FEW = 3;

    /**
     * With the defaults, but for the time to connect: a dialogue has many questions.
     */
    @Test
    void shouldServeFromNodesThatAreFarAway() throws InterruptedException
    {
        delay(FAR);
        final Redlock redlock = up(adaptive(few()).connectTimeout(SOON).startTimeout(SOON.plus(SOON)));
        try (LockHandle handle = redlock.handle("far", LONG))
        {
            final long term = handle.acquire(SOON);
            assertThat(Outcome.of(term)).as("%s", handle.votes()).isEqualTo(Outcome.ACQUIRED);
            assertThat(handle.extend(term)).isEqualTo(Outcome.EXTENDED);
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        }
        assertThat(redlock.nodes()).extracting(NodeStatus::detail)
            .noneMatch(detail -> detail.contains("the limit is"));
    }

    @Test
    void shouldSayThatNodesAnswerLaterThanTheyMay()
    {
        delay(FAR);
        final Redlock redlock = up(adaptive(few()).minNodeTimeout(LIMIT).maxNodeTimeout(LIMIT)
            .connectTimeout(SOON).startTimeout(SOON.plus(SOON)));
        Await.parking().until("all nodes are told to be slow", SOON, redlock::nodes, nodes -> nodes.stream()
            .allMatch(node -> node.detail().contains("but the limit is 150 ms: raise maxNodeTimeout")));
        assertThat(redlock.nodes().get(0).detail()).matches(".*answers after 3[0-9]{2} ms, but .*");
        final NoQuorumException failure =
            catchThrowableOfType(NoQuorumException.class, () -> redlock.acquire("far", PATIENCE));
        assertThat(failure).hasMessageContaining("answers after 3")
            .hasMessageContaining("the limit is 150 ms: raise maxNodeTimeout");

        proxies.clear();
        Await.parking().until("no node is told to be slow", SOON, redlock::nodes, nodes -> nodes.stream()
            .noneMatch(node -> node.detail().contains("the limit is")));
    }

    @Test
    void shouldSayHowFarADialogueCame()
    {
        delay(FAR);
        final Throwable failure = catchThrowableOfType(NoQuorumException.class, () ->
            adaptive(few()).connectTimeout(Duration.ofSeconds(2)).startTimeout(Duration.ofMillis(2_500))
                .build());
        assertThat(failure.getMessage()).matches("(?s).*answers, but only [1-9] of 1[0-9] questions " +
            "within 2 s, the connect timeout: .*raise connectTimeout.*")
            .doesNotContain("stopped", "start the nodes");
    }

    /**
     * Whoever waits for the end of a quarantine alone waits in vain.
     */
    @Test
    void shouldNotAdviseToWaitForTooFewNodes() throws InterruptedException
    {
        final Redlock redlock = closing(guarded(few()).build());
        Await.parking().until("all in quarantine", SOON, redlock::nodes, nodes -> nodes.stream()
            .allMatch(node -> node.state() == NodeStatus.State.QUARANTINED));
        for (int i = 1; i < FEW; i++)
        {
            proxies.proxy(i).refuse();
            proxies.proxy(i).cut(Cut.RESET);
        }
        awaitState(redlock, 1, NodeStatus.State.DOWN);
        awaitState(redlock, 2, NodeStatus.State.DOWN);
        final NoQuorumException failure =
            catchThrowableOfType(NoQuorumException.class, () -> redlock.acquire("young", PATIENCE));
        assertThat(failure).hasMessageContaining("2 votes are needed, so bring back 1 of " +
            redlock.nodes().get(1).node() + ", " + redlock.nodes().get(2).node())
            .hasMessageNotContaining("wait until they do");

        proxies.clear();
    }

    private List<String> few()
    {
        return proxies.uris().subList(0, FEW);
    }

    private void delay(final Duration roundTrip)
    {
        proxies.replies(0, 1, 2).forEach(flow -> flow.delay(roundTrip));
    }
}
