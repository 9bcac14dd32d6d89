// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.schedulers;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.LockingTaskExecutor;

import dev.redlock.RedlockException;
import dev.redlock.test.Await;

/**
 * A scheduler with one job: it is due at each full five seconds of the wall clock that its process has. Every
 * second time or so the scheduler is up to half a second late, as schedulers are.
 */
final class JobScheduler
{
    static final Duration LOCK_AT_MOST_FOR = Duration.ofSeconds(10);

    /*
     * As long as the period: locks end while the schedulers of all processes ask again, one after the other.
     * So many ask just before the end, and some just after it.
     */
    static final Duration LOCK_AT_LEAST_FOR = Duration.ofSeconds(5);

    private static final long PERIOD_MS = 5_000;
    private static final long LATEST_MS = 500;
    private static final long SHORTEST_JOB_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_JOB_NS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long END_WITHIN_MINUTES = 2;

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1);
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final LockingTaskExecutor executor;
    private final int process;
    private final Clock clock;
    private final RunNotes notes;

    JobScheduler(final LockProvider provider, final int process, final Clock clock, final RunNotes notes)
    {
        executor = new DefaultLockingTaskExecutor(provider);
        this.process = process;
        this.clock = clock;
        this.notes = notes;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    void start()
    {
        final ThreadLocalRandom random = ThreadLocalRandom.current();
        final long untilDueMs = PERIOD_MS - Math.floorMod(clock.millis(), PERIOD_MS);
        final long lateMs = random.nextBoolean() ? 0 : random.nextLong(LATEST_MS);
        thread.schedule(this::fire, untilDueMs + lateMs, TimeUnit.MILLISECONDS);
    }

    /*
     * The parent sees by the end of the process that something is wrong with the test itself.
     */
    private void fire()
    {
        try
        {
            ask();
            start();
        }
        catch (final Throwable ex)
        {
            ex.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private void ask()
    {
        attempts.incrementAndGet();
        final LockConfiguration configuration = new LockConfiguration(
            ClockProvider.now(), "report", LOCK_AT_MOST_FOR, LOCK_AT_LEAST_FOR);
        final long askedNs = System.nanoTime();
        try
        {
            executor.executeWithLock((Runnable)() -> work(askedNs), configuration);
        }
        catch (final RedlockException ex)
        {
            failures.incrementAndGet();
            System.out.println(ex.getMessage());
        }
    }

    private void work(final long askedNs)
    {
        final long startNs = System.nanoTime();
        notes.add(RunNotes.BEGUN, 1);
        Await.parking().untilNs(
            startNs + ThreadLocalRandom.current().nextLong(SHORTEST_JOB_NS, LONGEST_JOB_NS));
        notes.write(new JobRun(process, askedNs, startNs, System.nanoTime()));
    }

    /**
     * Lets a run that has begun come to its end.
     */
    void stop() throws InterruptedException
    {
        thread.shutdown();
        if (!thread.awaitTermination(END_WITHIN_MINUTES, TimeUnit.MINUTES))
        {
            throw new IllegalStateException("the job does not end");
        }
        notes.add(RunNotes.ATTEMPTS, attempts.get());
        notes.add(RunNotes.FAILURES, failures.get());
    }
}
