// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import java.time.Duration;
import java.util.Locale;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.outcome.Counter;

public final class TracedLocks
{
    private final Redlock redlock;
    private final Tracer tracer;

    public TracedLocks(final Redlock redlock, final OpenTelemetry telemetry)
    {
        this.redlock = redlock;
        tracer = telemetry.getTracer("shop.locks");
        for (final Counter counter : new Counter[]{Counter.LEASES_LOST, Counter.ATTEMPTS_NO_QUORUM})
        {
            final String name = "redlock." + counter.name().toLowerCase(Locale.ROOT).replace('_', '.');
            telemetry.getMeter("shop.locks").counterBuilder(name)
                .buildWithCallback((measurement) -> measurement.record(redlock.metrics().count(counter)));
        }
    }

    public Lease acquire(final String key, final Duration within) throws InterruptedException
    {
        final Span span = tracer.spanBuilder("wait for a lock").startSpan();
        try
        {
            final Lease lease = redlock.acquire(key, within);
            span.setAttribute("redlock.grants", lease.grants());

            return lease;
        }
        catch (final RedlockException ex)
        {
            span.setStatus(StatusCode.ERROR, ex.outcome().name());
            throw ex;
        }
        finally
        {
            span.end();
        }
    }
}
