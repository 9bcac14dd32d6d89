// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.Redlock;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * What a recording of a client of real servers says about them.
 */
class FlightRecorderTest
{
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    @Tag("proof")
    void shouldRecordThatAServerIsGoneAndBack() throws Exception
    {
        final Path file = directory.resolve("recording.jfr");
        try (RedisServers servers = RedisServers.start(3);
            Recording recording = new Recording())
        {
            recording.start();
            try (Redlock redlock = Redlock.builder().nodes(servers.uris().toArray(String[]::new))
                .name("recorded").transport("netty").quarantine(QuarantineLevel.OFF).startTimeout(SOON)
                .build())
            {
                await(redlock, NodeStatus.State.UP);
                servers.server(2).kill();
                await(redlock, NodeStatus.State.DOWN);
                servers.server(2).restart();
                await(redlock, NodeStatus.State.UP);
                redlock.tryAcquire("k").orElseThrow().close();
            }
            recording.stop();
            recording.dump(file);

            final String node = "127.0.0.1:" + servers.server(2).port();
            final List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("dev.redlock.NodeStatus")).toList();
            assertThat(events.stream().filter(event -> event.getString("node").equals(node))
                .map(event -> event.getString("state")).collect(Collectors.joining(" ")))
                .matches("(UP )+(DOWN )+UP( UP)*");
            assertThat(events).allMatch(event -> event.getString("client").equals("recorded"));
            assertThat(events).extracting(event -> event.getString("detail"))
                .anyMatch(detail -> detail.startsWith("CLOSED: "));
            assertThat(events).anyMatch(event -> !event.getString("node").equals(node));
        }
    }

    private static void await(final Redlock redlock, final NodeStatus.State state)
    {
        Await.parking().until("the third node " + state, SOON,
            () -> redlock.nodes().get(2).state(), seen -> seen == state);
    }
}
