/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.bench.rig;

import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("once")
class WorkerProcessTest
{
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(2);

    @Test
    void shouldEndAWorkerThatDoesNotAnswer()
    {
        try (Farm farm = Farm.start(1, null, false); WorkerProcess worker = new WorkerProcess())
        {
            worker.call(Message.of("open", "contender", "floor-java", "uris", farm.uris(1).get(0),
                "trust", "", "ttl_ms", 30_000, "threads", 1, "clients", 1, "in_flight", 0, "keys", 0),
                PATIENCE);

            final Message tooLong = Message.of(
                "measure", "warmup_ms", 0, "measured_ms", 600_000, "rate", 1, "hgrm", "", "keys", 0);
            assertThatThrownBy(() -> worker.call(tooLong, SHORT))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("was ended after PT2S");
            assertThatThrownBy(() -> worker.call(Message.of("close"), PATIENCE))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("the worker ended");
        }
    }

    @Test
    void shouldTellWhatAWorkerCannotDoAndGoOn()
    {
        try (WorkerProcess worker = new WorkerProcess())
        {
            assertThatThrownBy(() -> worker.call(Message.of("juggle"), PATIENCE))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("juggle");
            assertThat(worker.call(Message.of("close"), PATIENCE).word()).isEqualTo("closed");
        }
    }
}
