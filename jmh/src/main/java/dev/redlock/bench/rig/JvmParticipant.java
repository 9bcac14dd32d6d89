// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.time.Duration;
import java.util.List;

/**
 * A contender in a JVM of its own.
 */
final class JvmParticipant implements Participant
{
    /*
     * To connect, to land and to close takes seconds; this is for a contender that hangs.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final WorkerProcess worker = new WorkerProcess();
    private final String contender;
    private final Case conditions;
    private final long measuredMs;
    private final long ttlMs;

    JvmParticipant(final String contender, final Case conditions, final long measuredMs, final long ttlMs)
    {
        this.contender = contender;
        this.conditions = conditions;
        this.measuredMs = measuredMs;
        this.ttlMs = ttlMs;
    }

    @Override
    public void open(final List<String> uris, final String trust)
    {
        worker.call(Message.of("open", "contender", contender, "uris", String.join(",", uris), "trust", trust,
            "ttl_ms", ttlMs, "crowd", conditions.crowd()), PATIENCE);
    }

    @Override
    public long warmUp(final long sliceMs, final long cycles, final long mostMs)
    {
        return worker.call(
            Message.of("warm", "slice_ms", sliceMs, "cycles", cycles, "most_ms", mostMs),
            PATIENCE.plusMillis(mostMs)).number("cycles");
    }

    @Override
    public Measured measure(final long warmupMs, final String hgrm)
    {
        final Message answer = worker.call(Message.of("measure",
            "warmup_ms", warmupMs, "measured_ms", measuredMs,
            "hgrm", hgrm), PATIENCE.plusMillis(warmupMs + measuredMs));

        return new Measured(answer.object("figures").asMap(), answer.text("text"));
    }

    @Override
    public void leave()
    {
        worker.call(Message.of("close"), PATIENCE);
    }

    @Override
    public void close()
    {
        worker.close();
    }
}
