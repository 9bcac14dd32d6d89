// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import org.redisson.Redisson;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.TransportMode;

import dev.redlock.load.Load;

/**
 * Redisson, as "Configuration" and "Locks and synchronizers" of its reference guide have it: one client in
 * single-server mode per node, epoll on Linux, a lease given with the lock, so that no watchdog runs. Where
 * there are several clients in a JVM, the guide has them share their threads: as many as one would choose by
 * itself for this machine, two per processor of either kind.
 */
final class RedissonContender implements Contender
{
    private static final AtomicLong FLIGHTS = new AtomicLong(1L << 32);
    private static final long PATIENCE_MS = 10_000;

    private static final int THREADS = 2 * Runtime.getRuntime().availableProcessors();

    private final List<RedissonClient> clients = new ArrayList<>();
    private final EventLoopGroup eventLoops =
        new MultiThreadIoEventLoopGroup(THREADS, EpollIoHandler.newFactory());
    private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    private final long ttlMs;

    private RedissonContender(final List<String> uris, final long ttlMs)
    {
        this.ttlMs = ttlMs;
        for (final String uri : uris)
        {
            final Config config = new Config();
            config.setTransportMode(TransportMode.EPOLL).setEventLoopGroup(eventLoops).setExecutor(executor);
            config.useSingleServer().setAddress(uri);
            clients.add(Redisson.create(config));
        }
    }

    static Contender redLock(final Target target)
    {
        return new RedissonContender(target.uris(), target.ttlMs());
    }

    static Contender oneNode(final Target target)
    {
        return new RedissonContender(target.uris().subList(0, 1), target.ttlMs());
    }

    /*
     * RedissonRedLock is deprecated; it is the lock of this kind that people use.
     */
    @SuppressWarnings("deprecation")
    private RLock lock(final String key)
    {
        if (clients.size() == 1)
        {
            return clients.get(0).getLock(key);
        }

        return new RedissonRedLock(
            clients.stream().map((client) -> client.getLock(key)).toArray(RLock[]::new));
    }

    @Override
    public Mutex mutex(final String key)
    {
        return new RedissonMutex(lock(key), ttlMs);
    }

    @Override
    public Load fleet(final String[] keys)
    {
        final AsyncMutex[] mutexes = new AsyncMutex[keys.length];
        for (int i = 0; i < keys.length; i++)
        {
            mutexes[i] = new RedissonFlight(lock(keys[i]), FLIGHTS.incrementAndGet(), ttlMs);
        }

        return new StageFleet(mutexes);
    }

    @Override
    public void close()
    {
        clients.forEach((client) -> client.shutdown(0, 2, TimeUnit.SECONDS));
        executor.shutdownNow();
        eventLoops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private record RedissonMutex(RLock lock, long ttlMs) implements Mutex
    {
        @Override
        public boolean acquire(final long withinNs) throws InterruptedException
        {
            return lock.tryLock(TimeUnit.NANOSECONDS.toMillis(withinNs), ttlMs, TimeUnit.MILLISECONDS);
        }

        @Override
        public boolean release()
        {
            lock.unlock();

            return true;
        }
    }

    /*
     * A lock belongs to a thread id; a flight has one of its own.
     */
    private record RedissonFlight(RLock lock, long holder, long ttlMs) implements AsyncMutex
    {
        @Override
        public CompletionStage<Boolean> acquire()
        {
            return lock.tryLockAsync(PATIENCE_MS, ttlMs, TimeUnit.MILLISECONDS, holder);
        }

        @Override
        public CompletionStage<Boolean> release()
        {
            return lock.unlockAsync(holder).thenApply((nothing) -> true);
        }
    }
}
