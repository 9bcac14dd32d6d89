// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.ProxiedSuite;
import dev.redlock.client.tck.tools.Hiccups;
import dev.redlock.test.proxy.Cut;
import dev.redlock.test.proxy.TcpProxy;

/**
 * All connections are reset, and for a while none can be made. A lease that a quorum could extend for the
 * last fifth of its time to live is not lost. {@code -Dredlock.outages=N} says how many leases each length of
 * an outage has to meet.
 */
@Tag("proof")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
public abstract class OutagesUnderLeases extends ProxiedSuite
{
    private static final Duration TTL = Duration.ofSeconds(3);
    private static final LockOptions EXTENDED =
        LockOptions.DEFAULT.withTtl(TTL).withAutoExtend(Duration.ofHours(1));
    private static final int CLIENTS = 5;
    private static final int OUTAGES = Integer.getInteger("redlock.outages", CLIENTS);

    private final SplittableRandom random = new SplittableRandom(22);

    @Test
    void shouldSurviveOutagesOfThreeTenthsOfTheTimeToLive() throws InterruptedException
    {
        checkSomeAreDue(checkOutages(30));
    }

    @Test
    void shouldSurviveOutagesOfHalfTheTimeToLive() throws InterruptedException
    {
        checkSomeAreDue(checkOutages(50));
    }

    @Test
    void shouldSurviveOutagesOfSixTenthsOfTheTimeToLive() throws InterruptedException
    {
        checkOutages(60);
    }

    /*
     * Longer outages leave few leases the last fifth, or none.
     */
    private static void checkSomeAreDue(final int due)
    {
        assumeThat(due).as("leases that had to survive: this machine stood still for so long that none of " +
            "them had the last fifth of its time to live, so nothing was proved").isPositive();
    }

    /*
     * Returns how many leases had to survive.
     */
    private int checkOutages(final int percent) throws InterruptedException
    {
        final List<Redlock> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++)
        {
            clients.add(up(adaptive(proxies.uris())));
        }

        int due = 0;
        for (int met = 0; met < OUTAGES; met += CLIENTS)
        {
            due += outage(clients, percent);
        }
        System.out.println("outages of " + percent + " % of " + TTL + ": of " + OUTAGES + " leases " + due +
            " had to survive and did");

        return due;
    }

    private int outage(final List<Redlock> clients, final int percent) throws InterruptedException
    {
        final Hiccups hiccups = closing(new Hiccups());
        final List<LockHandle> handles = new ArrayList<>();
        final List<Long> terms = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++)
        {
            awaitAllUp(clients.get(i));
            final LockHandle handle = clients.get(i).handle("outage-" + i, EXTENDED);
            handles.add(handle);
            terms.add(handle.acquire(SOON));
            assertThat(terms.get(i)).as("term of %d", i).isPositive();
            pause(random.nextLong(TTL.toNanos() / 4));
        }

        proxies.proxies(0, 1, 2, 3, 4).forEach(TcpProxy::refuse);
        proxies.proxies(0, 1, 2, 3, 4).forEach((proxy) -> proxy.cut(Cut.RESET));
        final long startNs = System.nanoTime();
        final List<Long> leftNs = new ArrayList<>();
        for (int i = 0; i < handles.size(); i++)
        {
            leftNs.add(handles.get(i).remainingNs(terms.get(i)));
        }
        pause(TTL.toNanos() * percent / 100);
        proxies.proxies(0, 1, 2, 3, 4).forEach(TcpProxy::accept);
        final long awayNs = System.nanoTime() - startNs;
        pause(TTL.toNanos());

        int due = 0;
        for (int i = 0; i < handles.size(); i++)
        {
            if (leftNs.get(i) - awayNs >= TTL.toNanos() / 5 + 2 * hiccups.worstNs())
            {
                due++;
                assertThat(handles.get(i).isHeld(terms.get(i)))
                    .as("held after an outage of %d ms with %d ms left at its start; %s",
                        awayNs / 1_000_000, leftNs.get(i) / 1_000_000, clients.get(i).nodes()).isTrue();
            }
            handles.get(i).close();
        }
        hiccups.close();

        return due;
    }

    /**
     * Nobody hurries to a dead node for a client that wants nothing of it.
     */
    @Test
    void shouldLookAtADeadNodeOnceASecondAtMostWhenIdle()
    {
        final Redlock redlock = up(adaptive(proxies.uris()));
        try (LockHandle handle = redlock.handle("idle", LONG))
        {
            assertThat(handle.release(handle.tryAcquire())).isNotNull();
        }
        final TcpProxy dead = proxies.proxy(0);
        dead.refuse();
        dead.cut(Cut.RESET);
        pause(TimeUnit.SECONDS.toNanos(5));
        final long before = dead.refusedConnections();
        final long sinceNs = System.nanoTime();
        pause(TimeUnit.SECONDS.toNanos(10));
        final long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - sinceNs);

        assertThat(dead.refusedConnections() - before).as("connects in %d s", seconds)
            .isBetween(1L, seconds + 1);
    }

    private static void pause(final long ns)
    {
        final long untilNs = System.nanoTime() + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = untilNs - System.nanoTime())
        {
            LockSupport.parkNanos(leftNs);
        }
    }
}
