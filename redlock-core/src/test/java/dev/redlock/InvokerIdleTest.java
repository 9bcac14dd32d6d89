// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;

import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;

/**
 * The idle strategy of a caller that drives its client.
 */
class InvokerIdleTest
{
    private final InstantNodes nodes = new InstantNodes(3);
    private final Idle idle = new Idle();

    @AfterEach
    void forgetTheNodes()
    {
        Deadline.await("all transports closed", nodes::areTransportsClosed);
        nodes.close();
    }

    /**
     * One that backs off would begin the next wait as far off as it ended the last one.
     */
    @Test
    void shouldBeginAnewWithEachCall() throws InterruptedException
    {
        try (Redlock redlock = nodes.builder().invoker().idleStrategy(idle).build())
        {
            nodes.fallSilent();
            assertThat(catchThrowable(() -> redlock.acquire("k", Duration.ofMillis(50))))
                .isInstanceOf(RedlockException.class);
            nodes.speak();
            assertThat(idle.inARow).isPositive();

            redlock.acquire("other", Duration.ofSeconds(10)).close();
            assertThat(idle.resets).isGreaterThanOrEqualTo(2);
        }
    }

    private static final class Idle implements IdleStrategy
    {
        private int inARow;
        private int resets;

        @Override
        public void idle(final int workCount)
        {
            if (workCount > 0)
            {
                reset();
            }
            else
            {
                idle();
            }
        }

        @Override
        public void idle()
        {
            inARow++;
        }

        @Override
        public void reset()
        {
            resets++;
        }
    }
}
