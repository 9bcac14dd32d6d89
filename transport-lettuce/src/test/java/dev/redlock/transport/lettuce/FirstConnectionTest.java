// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.test.Await;
import dev.redlock.test.process.JavaProcess;
import dev.redlock.test.server.RedisServerProcess;

/**
 * What the time of the first connection of a JVM is spent on. On a busy machine it is the loading of classes
 * that makes healthy nodes late.
 */
class FirstConnectionTest
{
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    @Tag("proof")
    void shouldLoadNoMoreThanNettyDoesWhileTheTimeOfAnAttemptRuns()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start())
        {
            final int byLettuce = loaded("lettuce", server);
            final int byNetty = loaded("netty", server);

            assertThat(byLettuce).as("classes loaded").isPositive().isLessThanOrEqualTo(byNetty);
        }
    }

    private static int loaded(final String transport, final RedisServerProcess server)
    {
        try (JavaProcess process = JavaProcess.start(FirstConnection.class,
            List.of(transport, Integer.toString(server.port()))))
        {
            Await.parking().until("the end of the connection over " + transport, SOON, process::output,
                (output) -> !process.isRunning());

            return process.output().lines().filter((line) -> line.startsWith(FirstConnection.LOADED))
                .mapToInt((line) -> Integer.parseInt(line.substring(FirstConnection.LOADED.length())))
                .findFirst().orElseThrow(() -> new AssertionError(process.output()));
        }
    }
}
