// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.schedulers;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import net.javacrumbs.shedlock.core.ClockProvider;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.outcome.Counter;
import dev.redlock.shedlock.RedlockLockProvider;
import dev.redlock.test.Await;

/**
 * One of several processes with ten schedulers each, and a wall clock that is wrong. Its schedulers share one
 * client, as in one application, or have one each.
 */
final class SchedulerProcess
{
    static final int SCHEDULERS = 10;

    private static final Duration SOON = Duration.ofMinutes(5);
    private static final Duration AT_THE_LATEST = Duration.ofHours(12);
    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(2);

    /*
     * Who shares two cores with a hundred others may not come up in the usual two seconds, again and again.
     */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);
    private static final int URIS_AT = 4;

    private static final Await NOW_AND_THEN =
        new Await(() -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50)));

    private SchedulerProcess()
    {
    }

    /**
     * Entry point.
     *
     * @param args its number, by how many milliseconds its wall clock is ahead, how many clients its
     *             schedulers have, the port of the notes, the nodes.
     * @throws InterruptedException if interrupted.
     */
    public static void main(final String[] args) throws InterruptedException
    {
        final int number = Integer.parseInt(args[0]);
        final Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofMillis(Long.parseLong(args[1])));
        ClockProvider.setClock(clock);
        final String[] uris = Stream.of(args).skip(URIS_AT).toArray(String[]::new);
        final List<Redlock> clients = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[2]); i++)
        {
            clients.add(builder(uris).wallClock(clock::millis).build());
        }
        clients.forEach((client) -> Await.parking().untilAllUp(client, SOON));

        try (RunNotes notes = new RunNotes(Integer.parseInt(args[3])))
        {
            final List<JobScheduler> schedulers = IntStream.range(0, SCHEDULERS)
                .mapToObj((i) -> new RedlockLockProvider(clients.get(i % clients.size())))
                .map((provider) -> new JobScheduler(provider, number, clock, notes)).toList();
            notes.add(RunNotes.READY, 1);
            NOW_AND_THEN.until("the beginning", AT_THE_LATEST, () -> notes.read(RunNotes.GO) > 0);
            schedulers.forEach(JobScheduler::start);
            NOW_AND_THEN.until("the end", AT_THE_LATEST, () -> notes.read(RunNotes.STOP) > 0);
            for (final JobScheduler scheduler : schedulers)
            {
                scheduler.stop();
            }
            notes.add(RunNotes.QUARANTINES, clients.stream()
                .mapToLong((client) -> client.metrics().count(Counter.QUARANTINES)).sum());
            clients.forEach(Redlock::close);
            notes.add(RunNotes.ENDED, 1);
        }
    }

    /**
     * No node that restarts votes for as long as a lock may last, and hardly longer: without fencing tokens,
     * of which there are none here, the fence window need not be counted in.
     */
    static RedlockBuilder builder(final String... uris)
    {
        return Redlock.builder().nodes(uris).assumeNodesFresh().startTimeout(SOON)
            .longestTtl(JobScheduler.LOCK_AT_MOST_FOR).fenceWindow(Duration.ofSeconds(1))
            .defaults(LockOptions.DEFAULT.withTtl(JobScheduler.LOCK_AT_MOST_FOR))
            .minNodeTimeout(NODE_TIMEOUT).maxNodeTimeout(NODE_TIMEOUT).connectTimeout(CONNECT_TIMEOUT);
    }
}
