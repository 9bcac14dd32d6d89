// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.load.Recording;
import dev.redlock.load.Window;

/**
 * Takes some seconds: that is how long a fleet waits.
 */
@Tag("proof")
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

        fleet.run(recording);

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
