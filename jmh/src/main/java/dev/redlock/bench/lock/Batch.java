// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.outcome.Outcome;

/**
 * One thread with handles that are all used at once.
 */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Batch
{
    static final int SIZE = 256;

    private static final Duration WITHIN = Duration.ofSeconds(10);

    /**
     * Locks that it did not get.
     */
    public long failures;

    private final AtomicInteger left = new AtomicInteger();
    private BenchmarkClients clients;
    private Redlock client;
    private Member[] members;
    private Thread caller;

    /**
     * Connects, and prepares the keys.
     *
     * @param someNodes   to lock on.
     * @param someClients of the benchmark.
     * @param params      of this thread.
     */
    @Setup
    public void open(
        final BenchmarkNodes someNodes, final BenchmarkClients someClients, final ThreadParams params)
    {
        clients = someClients;
        client = someClients.take(someNodes);
        caller = Thread.currentThread();
        members = IntStream.range(0, SIZE)
            .mapToObj((i) -> new Member("lock:" + params.getThreadIndex() + ":" + i)).toArray(Member[]::new);
    }

    /**
     * Counts anew.
     */
    @Setup(Level.Iteration)
    public void forget()
    {
        failures = 0;
    }

    /**
     * Closes what belongs to this thread.
     */
    @TearDown
    public void close()
    {
        for (final Member member : members)
        {
            member.handle.close();
        }
        clients.giveBack(client);
    }

    void acquireAll()
    {
        left.set(SIZE);
        for (final Member member : members)
        {
            member.begin(member.handle.acquireAsync(WITHIN));
        }
        await();
    }

    int releaseAll()
    {
        int missing = 0;
        left.set(SIZE);
        for (final Member member : members)
        {
            if (member.term > 0)
            {
                member.begin(member.handle.releaseAsync(member.term));
            }
            else
            {
                missing++;
                end();
            }
        }
        await();
        failures += missing;

        return missing;
    }

    private void await()
    {
        while (left.get() > 0)
        {
            if (clients.isInvoker())
            {
                client.poll();
            }
            else
            {
                LockSupport.park(this);
            }
        }
    }

    private void end()
    {
        if (left.decrementAndGet() == 0)
        {
            LockSupport.unpark(caller);
        }
    }

    /**
     * One handle, and what it was told last.
     */
    private final class Member implements LockListener
    {
        private final LockHandle handle;
        private volatile long term;

        private Member(final String key)
        {
            handle = client.handle(key, LockOptions.DEFAULT, this);
        }

        /*
         * What was not even begun is told nobody.
         */
        private void begin(final Outcome outcome)
        {
            if (outcome != Outcome.STARTED)
            {
                end();
            }
        }

        @Override
        public void onAcquired(final LockHandle ours, final long newTerm)
        {
            term = newTerm;
            end();
        }

        @Override
        public void onDenied(final LockHandle ours, final Outcome outcome)
        {
            term = 0;
            end();
        }

        @Override
        public void onReleased(final LockHandle ours, final long released, final Outcome outcome)
        {
            term = 0;
            end();
        }
    }
}
