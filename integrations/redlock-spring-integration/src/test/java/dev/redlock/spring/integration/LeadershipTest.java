// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.LeaderEventPublisher;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * Spring Integration's own election of leaders, by two clients of five real servers that die and come back.
 */
@Tag("proof")
class LeadershipTest
{
    private static final Duration TTL = Duration.ofSeconds(8);
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String ROLE = "leader";

    private final AtomicInteger leaders = new AtomicInteger();
    private final AtomicInteger mostLeaders = new AtomicInteger();
    private final RedisServers servers = RedisServers.start(5);
    private final Participant alice = new Participant("alice");
    private final Participant bob = new Participant("bob");

    @AfterEach
    void stop()
    {
        alice.close();
        bob.close();
        servers.close();
    }

    @Test
    void shouldKeepItsLeadershipWhileAMinorityIsDeadAndFollowWhenItStops()
    {
        alice.stand();
        await("alice leads", alice::isLeader);
        bob.stand();
        servers.server(0).kill();
        servers.server(1).kill();
        Await.parking().untilNs(System.nanoTime() + TTL.multipliedBy(2).toNanos());

        assertThat(alice.isLeader()).isTrue();
        assertThat(alice.revocations).as("through two times to live, heartbeat by heartbeat").hasValue(0);
        assertThat(bob.isLeader()).isFalse();
        assertThat(mostLeaders).hasValue(1);

        // Who stops gives the lock back first, and is told of it then: for a moment both may lead.
        alice.initiator.stop();
        await("bob follows", bob::isLeader);
    }

    @Test
    void shouldStandDownBeforeItsLeaseIsOverAndBeElectedAgain()
    {
        alice.stand();
        await("alice leads", alice::isLeader);
        bob.stand();
        IntStream.range(0, 3).forEach((i) -> servers.server(i).kill());
        final long overNs = System.nanoTime() + TTL.toNanos();
        await("alice stands down", () -> !alice.isLeader());
        assertThat(alice.revokedNs - overNs).as("nanoseconds after the end of the lease").isNegative();
        assertThat(bob.isLeader()).isFalse();

        IntStream.range(0, 3).forEach((i) -> servers.server(i).restart());
        await("somebody leads", () -> alice.isLeader() || bob.isLeader());
        assertThat(mostLeaders).hasValue(1);
    }

    private static void await(final String what, final BooleanSupplier condition)
    {
        Await.parking().until(what, SOON, condition);
    }

    /**
     * A candidate with a client of its own.
     */
    private final class Participant implements LeaderEventPublisher
    {
        final AtomicInteger revocations = new AtomicInteger();
        final LockRegistryLeaderInitiator initiator;
        private final Redlock redlock;
        private volatile long revokedNs;
        private volatile boolean leads;

        Participant(final String name)
        {
            redlock = Redlock.builder().nodes(servers.uris().toArray(String[]::new)).name(name)
                .assumeNodesFresh().startTimeout(SOON).longestTtl(TTL)
                .defaults(LockOptions.DEFAULT.withTtl(TTL)).build();
            initiator = new LockRegistryLeaderInitiator(
                new RedlockLockRegistry(redlock, "app"), new DefaultCandidate(name, ROLE));
            initiator.setHeartBeatMillis(100);
            initiator.setLeaderEventPublisher(this);
        }

        void stand()
        {
            initiator.start();
        }

        boolean isLeader()
        {
            return leads;
        }

        void close()
        {
            initiator.stop();
            redlock.close();
        }

        @Override
        public void publishOnGranted(final Object source, final Context context, final String role)
        {
            leads = true;
            mostLeaders.accumulateAndGet(leaders.incrementAndGet(), Math::max);
        }

        @Override
        public void publishOnRevoked(final Object source, final Context context, final String role)
        {
            revokedNs = System.nanoTime();
            leaders.decrementAndGet();
            leads = false;
            revocations.incrementAndGet();
        }

        @Override
        public void publishOnFailedToAcquire(final Object source, final Context context, final String role)
        {
            // The other one leads.
        }
    }
}
