// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.cli.Main;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.server.RedisServerProcess;

/**
 * What safety.md says of level STRICT: data that come back with their marker while the process runs let a
 * lock be held twice, and no client notices. {@code probe --strict} warns of what a node tells.
 */
@Tag("proof")
@Timeout(60)
class TakenBackTest
{
    private static final LockOptions LONG = LockOptions.DEFAULT.withTtl(Duration.ofSeconds(50));

    /**
     * How data come back.
     */
    enum Way
    {
        RELOAD
        {
            @Override
            void save(final RedisServerProcess server)
            {
                server.call("SAVE");
            }

            @Override
            void takeBack(final RedisServerProcess server)
            {
                server.call("DEBUG", "RELOAD", "NOSAVE");
            }
        },

        LOADAOF
        {
            @Override
            void save(final RedisServerProcess server)
            {
                copy(server.directory().resolve("appendonlydir"), server.directory().resolve("saved"));
            }

            @Override
            void takeBack(final RedisServerProcess server)
            {
                copy(server.directory().resolve("saved"), server.directory().resolve("appendonlydir"));
                server.call("DEBUG", "LOADAOF");
            }
        };

        abstract void save(RedisServerProcess server);

        abstract void takeBack(RedisServerProcess server);
    }

    private static void copy(final Path from, final Path to)
    {
        try (Stream<Path> files = Files.list(from))
        {
            Files.createDirectories(to);
            for (final Path file : files.toList())
            {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static RedlockBuilder client(final RedisServerProcess server)
    {
        return Redlock.builder().nodes(server.uri()).transport("netty").quarantine(QuarantineLevel.STRICT);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeHeldTwiceAndUnseenWhenOldDataComeBack(final Way way) throws InterruptedException
    {
        try (RedisServerProcess server = RedisServerProcess.builder().appendOnly("always")
            .setting("enable-debug-command", "yes").start())
        {
            try (Redlock declaring = client(server).startWithoutQuorum().build())
            {
                declaring.operators().declareNodes(false);
            }
            way.save(server);
            try (Redlock first = client(server).build(); Redlock second = client(server).build())
            {
                final Lease held = first.tryAcquire("key", LONG).orElseThrow();
                assertThat(second.tryAcquire("key", LONG)).isEmpty();
                way.takeBack(server);
                final Lease again = second.acquire("key", Duration.ofSeconds(20), LONG);

                assertThat(held.isHeld()).isTrue();
                assertThat(again.isHeld()).isTrue();
                assertThat(Stream.of(first, second).flatMap((redlock) -> redlock.nodes().stream()))
                    .allSatisfy((node) -> assertThat(node.toString()).endsWith(" UP"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "local", "no"})
    void shouldBeADangerWhereTheNodeTells(final String setting)
    {
        try (RedisServerProcess server =
            RedisServerProcess.builder().setting("enable-debug-command", setting).start())
        {
            assertThat(probe(server.uri(), "--strict").contains("takes DEBUG"))
                .isEqualTo(!"no".equals(setting));
            assertThat(probe(server.uri(), "--assume-nodes-fresh")).doesNotContain("takes DEBUG");
        }
    }

    /**
     * No node is the worse for a setting that the client may not read.
     */
    @Test
    void shouldSayNothingWhereTheNodeDoesNotTell()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().setting("enable-debug-command", "yes")
            .user("watcher", "Secret", "~* &* +@all -config").start())
        {
            assertThat(probe(server.uri().replace("redis://", "redis://watcher:Secret@"), "--strict"))
                .doesNotContain("takes DEBUG");
        }
    }

    private static String probe(final String uri, final String option)
    {
        if ("--strict".equals(option))
        {
            try (Redlock declaring = Redlock.builder().nodes(uri).transport("netty")
                .quarantine(QuarantineLevel.STRICT).startWithoutQuorum().build())
            {
                declaring.operators().declareNodes(false);
            }
        }
        final StringWriter out = new StringWriter();
        final List<String> args =
            List.of("probe", "--json", "--nodes", uri, "--samples", "1", "--clock", "100ms", option);
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(out))
            .execute(args.toArray(new String[0]));

        return out.toString();
    }
}
