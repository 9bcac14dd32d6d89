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
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import dev.redlock.testkit.faults.Await;
import dev.redlock.testkit.server.JavaProcess;
import dev.redlock.testkit.server.RedisServerProcess;
import org.junit.jupiter.api.Test;

/**
 * What the time of the first connection of a JVM is spent on. On a busy machine it is the loading of classes
 * that makes healthy nodes late.
 */
class FirstConnectionTest
{
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
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
