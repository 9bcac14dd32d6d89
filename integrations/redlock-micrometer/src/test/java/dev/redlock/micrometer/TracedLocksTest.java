// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;

/**
 * The recipe exports what it says; the interface alone would swallow a name that OpenTelemetry refuses.
 */
class TracedLocksTest
{
    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();

    @AutoClose
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
        .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
        .setTracerProvider(SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(spans)).build())
        .build();

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(3);

    private final Redlock redlock = nodes.client();
    private final TracedLocks locks = new TracedLocks(redlock, telemetry);

    @Test
    void shouldExportTheCountersAndASpanForEachWait() throws InterruptedException
    {
        locks.acquire("stock:apples", Duration.ofSeconds(30)).close();
        nodes.kill(0);
        nodes.kill(1);
        assertThatThrownBy(() -> locks.acquire("stock:apples", Duration.ZERO))
            .isInstanceOf(NoQuorumException.class);

        assertThat(metrics.collectAllMetrics()).extracting(MetricData::getName)
            .containsExactlyInAnyOrder("redlock.leases.lost", "redlock.attempts.no.quorum");
        assertThat(spans.getFinishedSpanItems()).extracting(SpanData::getStatus)
            .extracting((status) -> status.getStatusCode())
            .containsExactly(StatusCode.UNSET, StatusCode.ERROR);
    }
}
