// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.schedulers;

import java.time.Duration;
import java.util.List;

import dev.redlock.test.resp.RespClient;

/**
 * What processes and parent tell each other: numbers and runs on a server that no fault reaches.
 */
final class RunNotes implements AutoCloseable
{
    static final String READY = "ready";
    static final String GO = "go";
    static final String STOP = "stop";
    static final String ENDED = "ended";
    static final String BEGUN = "begun";
    static final String ATTEMPTS = "attempts";
    static final String FAILURES = "failures";
    static final String QUARANTINES = "quarantines";

    private static final String RUNS = "runs";

    /*
     * Ten processes and the gate may share two cores.
     */
    private static final Duration REPLY_WITHIN = Duration.ofMinutes(2);

    private final RespClient server;

    RunNotes(final int port)
    {
        server = RespClient.connect("127.0.0.1", port, REPLY_WITHIN);
    }

    synchronized void add(final String number, final long amount)
    {
        server.call("INCRBY", number, Long.toString(amount));
    }

    synchronized long read(final String number)
    {
        final String value = (String)server.call("GET", number);

        return value == null ? 0 : Long.parseLong(value);
    }

    synchronized void write(final JobRun run)
    {
        server.call("RPUSH", RUNS, run.line());
    }

    synchronized List<JobRun> runs()
    {
        return ((List<?>)server.call("LRANGE", RUNS, "0", "-1")).stream()
            .map((line) -> JobRun.parse((String)line)).toList();
    }

    @Override
    public synchronized void close()
    {
        server.close();
    }
}
