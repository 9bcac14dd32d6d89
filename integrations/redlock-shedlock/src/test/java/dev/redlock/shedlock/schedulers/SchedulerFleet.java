// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.test.Await;
import dev.redlock.test.process.JavaProcess;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Ten processes with ten schedulers each. Their wall clocks are evenly spread over two seconds, and stay so:
 * none is set meanwhile.
 */
final class SchedulerFleet implements AutoCloseable
{
    private static final int PROCESSES = 10;
    private static final long FURTHEST_MS = 1_000;
    private static final Duration SOON = Duration.ofMinutes(5);

    private static final Await OFTEN =
        new Await(() -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5)));

    private final List<JavaProcess> processes = new ArrayList<>();
    private final RedisServerProcess server = RedisServerProcess.builder().start();
    private final RunNotes notes = new RunNotes(server.port());

    /**
     * Starts all of them, and lets them begin when the last one is ready.
     */
    void start(final List<String> nodes)
    {
        for (int i = 0; i < PROCESSES; i++)
        {
            final long aheadMs = -FURTHEST_MS + 2 * FURTHEST_MS * i / (PROCESSES - 1);
            final int clients = i % 2 == 0 ? 1 : SchedulerProcess.SCHEDULERS;
            final List<String> args = new ArrayList<>(List.of(Integer.toString(i), Long.toString(aheadMs),
                Integer.toString(clients), Integer.toString(server.port())));
            args.addAll(nodes);
            processes.add(JavaProcess.start(SchedulerProcess.class, args));
        }
        await(RunNotes.READY, PROCESSES);
        notes.add(RunNotes.GO, 1);
    }

    /**
     * Waits until so many more runs have begun.
     */
    void awaitRuns(final int count)
    {
        await(RunNotes.BEGUN, notes.read(RunNotes.BEGUN) + count);
    }

    private void await(final String number, final long wanted)
    {
        OFTEN.until(number, SOON, () ->
        {
            processes.forEach(SchedulerFleet::checkRunning);

            return notes.read(number);
        }, (seen) -> seen >= wanted);
    }

    private static void checkRunning(final JavaProcess process)
    {
        if (!process.isRunning())
        {
            throw new AssertionError("a process has ended: " + process.output());
        }
    }

    /**
     * Waits for the end of all runs and processes.
     */
    void stop()
    {
        notes.add(RunNotes.STOP, 1);
        processes.forEach((process) ->
            OFTEN.until("the end of a process", SOON, () -> !process.isRunning()));
        assertThat(read(RunNotes.ENDED)).as("processes that ended as they should").isEqualTo(PROCESSES);
        assertThat(notes.runs()).as("runs that ended").hasSize((int)read(RunNotes.BEGUN));
    }

    List<JobRun> runs()
    {
        return notes.runs();
    }

    long read(final String number)
    {
        return notes.read(number);
    }

    @Override
    public void close()
    {
        processes.forEach(JavaProcess::close);
        notes.close();
        server.close();
    }
}
