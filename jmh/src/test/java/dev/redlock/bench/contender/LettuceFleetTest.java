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
package dev.redlock.bench.contender;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Takes some seconds: that is how long a fleet waits.
 */
@Tag("once")
class LettuceFleetTest
{
    private static final long OPEN_NS = 1_000_000_000L;

    @Test
    void shouldTellWhatDoesNotLand() throws InterruptedException
    {
        final Window window = Window.of(System.nanoTime(), 0, OPEN_NS);
        final Recording recording = new Recording(window);
        final LettuceFleet fleet = new LettuceFleet(
            List.of(), new AsyncMutex[]{new Answer(new CompletableFuture<>()), new Answer(denied())}, true);

        fleet.run(window, recording);

        assertThat(recording.missed()).isEqualTo(1);
        assertThat(recording.failures()).isPositive();
        assertThat(recording.cycles()).isZero();
    }

    private static CompletableFuture<Boolean> denied()
    {
        return CompletableFuture.completedFuture(false);
    }

    private record Answer(CompletionStage<Boolean> stage) implements AsyncMutex
    {
        @Override
        public CompletionStage<Boolean> acquire()
        {
            return stage;
        }

        @Override
        public CompletionStage<Boolean> release()
        {
            return stage;
        }
    }
}
