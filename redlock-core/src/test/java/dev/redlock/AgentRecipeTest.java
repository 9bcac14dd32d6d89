// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * The recipe of docs/threading.md, running: a client in invoker mode as part of an Agrona agent.
 */
class AgentRecipeTest
{
    private static final String KEY = "leader";

    private final InstantNodes nodes = new InstantNodes(3);
    private final AtomicReference<Throwable> error = new AtomicReference<>();
    private final LeaderAgent agent = new LeaderAgent(
        Redlock.builder().nodes(nodes.uris()).transportOption("nodes", nodes.id()).invoker());

    @AfterEach
    void forgetTheNodes()
    {
        assertThat(error.get()).isNull();
        assertThat(nodes.areTransportsClosed()).isTrue();
        assertThat(nodes.holding(KEY)).isZero();
        nodes.close();
    }

    @Test
    void shouldRunOnAThreadOfItsOwn()
    {
        try (AgentRunner runner = new AgentRunner(new BackoffIdleStrategy(), error::set, null, agent))
        {
            AgentRunner.startOnThread(runner);

            Deadline.await("leads", () -> agent.dutiesDone > 10);
        }
    }

    @Test
    void shouldRunWithinTheLoopOfACaller()
    {
        try (AgentInvoker invoker = new AgentInvoker(error::set, null, agent))
        {
            invoker.start();
            while (agent.dutiesDone <= 10)
            {
                invoker.invoke();
            }
        }
    }

    /**
     * The agent's error is why there is no client, and nothing else.
     */
    @Test
    void shouldTellWhyItDoesNotStart()
    {
        IntStream.range(0, 3).forEach(nodes::goDown);
        final List<Throwable> errors = new ArrayList<>();
        final LeaderAgent hopeless = new LeaderAgent(Redlock.builder().nodes(nodes.uris())
            .transportOption("nodes", nodes.id()).startTimeout(Duration.ofMillis(100)).invoker());
        try (AgentInvoker invoker = new AgentInvoker(errors::add, null, hopeless))
        {
            invoker.start();
        }

        assertThat(errors).singleElement().isInstanceOf(NoQuorumException.class);
    }

    /**
     * Does its duty while it leads. Everything happens on the thread that runs the agent.
     */
    static final class LeaderAgent implements Agent, LockListener
    {
        private final RedlockBuilder builder;
        private Redlock redlock;
        private LockHandle handle;
        private boolean isAsking;
        volatile int dutiesDone;

        LeaderAgent(final RedlockBuilder builder)
        {
            this.builder = builder;
        }

        @Override
        public void onStart()
        {
            // The thread that builds the client owns it, so not in the constructor.
            redlock = builder.build();
            handle = redlock.handle(KEY, LockOptions.DEFAULT.withAutoExtend(Duration.ofHours(1)), this);
        }

        @Override
        public int doWork()
        {
            // Replies, deadlines, extensions; calls back the listener. Never waits.
            int workCount = redlock.poll();
            if (handle.isHeld())
            {
                workCount += duty();
            }
            else if (!isAsking)
            {
                isAsking = handle.acquireAsync(Duration.ofMinutes(1)) == Outcome.STARTED;
                workCount++;
            }

            return workCount;
        }

        private int duty()
        {
            dutiesDone++;

            return 1;
        }

        @Override
        public void onAcquired(final LockHandle acquired, final long term)
        {
            isAsking = false;
        }

        @Override
        public void onDenied(final LockHandle denied, final Outcome outcome)
        {
            isAsking = false;
        }

        @Override
        public void onLost(final LockHandle lost, final long term, final LostReason reason)
        {
            // doWork() asks again. What the duty has begun, end it here.
        }

        @Override
        public void onClose()
        {
            // It is called even if onStart has thrown.
            if (redlock != null)
            {
                redlock.close();
            }
        }

        @Override
        public String roleName()
        {
            return "leader";
        }
    }
}
