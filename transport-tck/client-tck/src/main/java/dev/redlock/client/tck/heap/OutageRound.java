// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.heap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockException;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.tools.Hiccups;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;

/**
 * One outage of memory: three clients with callers and leases, one of them in invoker mode, and a heap that
 * is full for a second and a half. Afterwards each of them must be alive, or closed and say why.
 */
final class OutageRound
{
    private static final Duration PATIENCE = Duration.ofMillis(300);
    private static final Duration SOON = Duration.ofSeconds(20);

    /*
     * A connection whose end had no memory is given up at the connect timeout only.
     */
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration IN_THE_END = SOON.multipliedBy(3);
    private static final LockOptions HELD =
        LockOptions.DEFAULT.withTtl(Duration.ofSeconds(10)).withAutoExtend(Duration.ofMinutes(5));
    private static final long BEFORE_NS = 300_000_000;
    private static final long FULL_NS = 1_500_000_000;
    private static final long AFTER_NS = 400_000_000;
    private static final int LEASES = 4;
    private static final int FEW = 64;

    private final TransportChoice transport;
    private final List<String> uris;
    private final List<String> broken;
    private final List<OutageCaller> callers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch owned = new CountDownLatch(1);
    private long latestNs;
    private long pauseNs;
    private int calls;
    private int ended;

    OutageRound(final TransportChoice transport, final List<String> uris, final List<String> broken)
    {
        this.transport = transport;
        this.uris = uris;
        this.broken = broken;
    }

    int calls()
    {
        return calls;
    }

    /**
     * How many of the three engines have ended.
     */
    synchronized int ended()
    {
        return ended;
    }

    long latestNs()
    {
        return latestNs;
    }

    /**
     * The longest that the JVM stood still after the heap had room again.
     */
    long pauseNs()
    {
        return pauseNs;
    }

    void play() throws InterruptedException
    {
        final OutageNews thrifty = new OutageNews(false);
        final OutageNews greedy = new OutageNews(true);
        final OutageNews ofOwner = new OutageNews(false);
        try (Redlock first = build("thrifty", thrifty); Redlock second = build("greedy", greedy);
            Hiccups hiccups = new Hiccups())
        {
            hold(first, "first");
            hold(second, "second");
            callHandle(first, "alone", thrifty);
            callHandle(first, "shared", thrifty);
            callHandle(first, "shared", thrifty);
            call("lease", greedy, () ->
            {
                second.acquire("lease", PATIENCE).close();

                return 1;
            });
            call("future", greedy, () ->
            {
                second.acquireAsync("future", PATIENCE).get(SOON.toSeconds(), TimeUnit.SECONDS).close();

                return 1;
            });
            start(() -> own(ofOwner));
            owned.await();
            LockSupport.parkNanos(BEFORE_NS);
            new HeapFiller().fill(FULL_NS);
            final long freeNs = System.nanoTime();
            hiccups.beginAnew();
            LockSupport.parkNanos(AFTER_NS);
            stop();
            judge(first, thrifty);
            judge(second, greedy);
            pauseNs = hiccups.worstNs();
            for (final OutageCaller caller : callers)
            {
                calls += caller.count();
                latestNs = Math.max(latestNs, caller.judge(freeNs, pauseNs, broken));
            }
        }
    }

    private Redlock build(final String name, final OutageNews news)
    {
        return builder(name, news).build();
    }

    private RedlockBuilder builder(final String name, final OutageNews news)
    {
        return transport.builder(uris).assumeNodesFresh().name(name).events(news).maxLocks(FEW)
            .maxHandles(FEW).maxInFlightPerNode(FEW).connectTimeout(CONNECT).startTimeout(SOON);
    }

    private static void hold(final Redlock redlock, final String owner) throws InterruptedException
    {
        for (int i = 0; i < LEASES; i++)
        {
            if (redlock.handle(OutageNews.HELD + owner + i, HELD).acquire(SOON) <= 0)
            {
                throw new IllegalStateException("a lock that nobody holds was not obtained");
            }
        }
    }

    private void callHandle(final Redlock redlock, final String key, final OutageNews news)
    {
        final LockHandle handle = redlock.handle(key);
        call(key, news, () -> cycle(handle));
    }

    private static long cycle(final LockHandle handle) throws InterruptedException
    {
        final long result = handle.acquireNs(PATIENCE.toNanos());
        if (result > 0)
        {
            handle.release(result);
        }

        return result;
    }

    private void call(final String name, final OutageNews news, final OutageCaller.Call call)
    {
        final OutageCaller caller = new OutageCaller(name, PATIENCE.toNanos(), news);
        callers.add(caller);
        start(() -> caller.run(() ->
        {
        }, call));
    }

    private void start(final Runnable work)
    {
        final Thread thread = new Thread(work);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /*
     * The owner of the engine drives it, and looks at it in the end.
     */
    private void own(final OutageNews news)
    {
        final OutageCaller caller = new OutageCaller("owner", PATIENCE.toNanos(), news);
        try (Redlock redlock = builder("owned", news).invoker().build())
        {
            hold(redlock, "owner");
            final LockHandle handle = redlock.handle("owner");
            callers.add(caller);
            owned.countDown();
            // To poll an engine that has failed closes its transport, which may take seconds.
            caller.run(redlock::poll, () -> cycle(handle));
            judge(redlock, news);
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private void stop() throws InterruptedException
    {
        callers.forEach(OutageCaller::stop);
        for (final Thread thread : threads)
        {
            thread.join(2 * IN_THE_END.toMillis());
            if (thread.isAlive())
            {
                broken.add("a caller has not come back: " + List.of(thread.getStackTrace()));
            }
        }
    }

    private synchronized void judge(final Redlock redlock, final OutageNews news)
    {
        try
        {
            redlock.acquire("last", IN_THE_END).close();
            final int told = news.losses.get();
            require(told <= LEASES, redlock + " lives: " + told + " losses told of " + LEASES + " leases");
        }
        catch (final RedlockException ex)
        {
            ended++;
            awaitNews(redlock, news);
            final int told = news.losses.get();
            final long unheard = redlock.metrics().count(Counter.CALLBACK_ERRORS);
            require(ex.getMessage().contains("CLOSED") && ex.getMessage().contains("OutOfMemoryError"),
                redlock + " blames " + ex.getMessage());
            require(told <= LEASES && told + unheard >= LEASES, redlock + " has ended: " + told +
                " losses told of " + LEASES + " leases, " + unheard + " callbacks had no memory");
            require(news.ends.get() <= 1 && news.ends.get() + unheard >= 1,
                redlock + " has told its end " + news.ends.get() + " times");
            require(redlock.nodes().stream().allMatch((node) -> node.state() == NodeStatus.State.DOWN),
                redlock + " has ended, and says of its nodes " + redlock.nodes());
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    /*
     * A client counts as closed before all have been told why.
     */
    private static void awaitNews(final Redlock redlock, final OutageNews news)
    {
        final long untilNs = System.nanoTime() + SOON.toNanos();
        while (news.losses.get() + news.ends.get() + redlock.metrics().count(Counter.CALLBACK_ERRORS) <=
            LEASES && untilNs - System.nanoTime() > 0)
        {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void require(final boolean condition, final String what)
    {
        if (!condition)
        {
            broken.add(what);
        }
    }
}
