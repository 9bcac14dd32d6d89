// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
class WorkerProcessTest
{
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(2);

    @Test
    void shouldEndAWorkerThatDoesNotAnswer() throws IOException
    {
        try (Farm farm = Farm.start(1, null); WorkerProcess worker = new WorkerProcess())
        {
            worker.call(Message.of("open", "contender", "floor-java", "uris", farm.uris(1).get(0),
                "trust", "", "ttl_ms", 30_000, "crowd", Crowd.atRate(1)), PATIENCE);

            final Message tooLong = Message.of("measure", "warmup_ms", 0, "measured_ms", 600_000, "hgrm", "");
            assertThatThrownBy(() -> worker.call(tooLong, SHORT))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("was ended after PT2S");
            assertThatThrownBy(() -> worker.call(Message.of("close"), PATIENCE))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("the worker ended");
        }
    }

    @Test
    void shouldTellWhatAWorkerCannotDoAndGoOn() throws IOException
    {
        try (WorkerProcess worker = new WorkerProcess())
        {
            assertThatThrownBy(() -> worker.call(Message.of("juggle"), PATIENCE))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("juggle");
            assertThat(worker.call(Message.of("close"), PATIENCE).word()).isEqualTo("closed");
        }
    }
}
