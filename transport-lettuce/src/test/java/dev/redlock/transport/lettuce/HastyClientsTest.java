// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Redlock;
import dev.redlock.RedlockEvents;
import dev.redlock.RedlockException;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * Clients whose engine gives connections up while Lettuce is still at work on them: nothing of it is an
 * error, and nothing of it is left behind.
 * <p>
 * {@code -Dredlock.hasty.clients=} many, 60 by default.
 */
@Tag("proof")
class HastyClientsTest
{
    private static final int CLIENTS = Integer.getInteger("redlock.hasty.clients", 60);
    private static final int LONGEST_MS = 12;
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final RedlockEvents SILENCE = new RedlockEvents()
    {
    };

    @Test
    void shouldGiveConnectionsUpWithoutAnyException()
    {
        try (RedisServers servers = RedisServers.start(5); LoggedByOthers log = new LoggedByOthers())
        {
            connect(servers, LONGEST_MS);
            final List<String> descriptors = descriptors();
            final int threads = Thread.activeCount();
            IntStream.range(0, CLIENTS).forEach((i) -> connect(servers, 1 + i % LONGEST_MS));

            assertThat(log.lines()).as("logged by Lettuce and Netty").isEmpty();
            Await.parking().until("no more open files", SOON, HastyClientsTest::descriptors,
                (open) -> open.size() <= descriptors.size());
            Await.parking().until("no more threads", SOON, Thread::activeCount,
                (running) -> running <= threads);
        }
    }

    private static void connect(final RedisServers servers, final int connectMs)
    {
        try
        {
            Redlock.builder().transport("lettuce").nodes(servers.uris().toArray(String[]::new))
                .connectTimeout(Duration.ofMillis(connectMs)).startTimeout(Duration.ofMillis(200))
                .closeTimeout(Duration.ZERO).events(SILENCE).build().close();
        }
        catch (final RedlockException ignored)
        {
            // There was no quorum in so short a time.
        }
    }

    /*
     * Sockets, selectors and the like, by their kind; files that classes are loaded from come and stay.
     */
    private static List<String> descriptors()
    {
        final String[] numbers = new File("/proc/self/fd").list();

        return Stream.of(numbers == null ? new String[0] : numbers).map(HastyClientsTest::target)
            .filter((target) -> !target.startsWith("/")).map((target) -> target.split("\\[[0-9]")[0])
            .sorted().toList();
    }

    private static String target(final String number)
    {
        try
        {
            return Files.readSymbolicLink(Path.of("/proc/self/fd", number)).toString();
        }
        catch (final IOException ignored)
        {
            // It has just been closed.
            return "/";
        }
    }
}
