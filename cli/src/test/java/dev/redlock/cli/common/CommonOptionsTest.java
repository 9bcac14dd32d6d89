// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class CommonOptionsTest
{
    private static final Map<String, String> ENVIRONMENT = Map.of("REDLOCK_NODES", "redis://env:1");

    @Command(name = "any")
    private static final class AnyCommand
    {
        @Mixin
        private CommonOptions common;
    }

    private static CommonOptions parse(final String... args)
    {
        final AnyCommand command = new AnyCommand();
        new CommandLine(command).parseArgs(args);

        return command.common;
    }

    @Test
    void shouldPreferOptionsToTheEnvironment(@TempDir final Path directory) throws IOException
    {
        final Path file =
            Files.writeString(directory.resolve("nodes"), "redis://file:1\n# and\nredis://file:2\n");

        assertThat(parse().uris(ENVIRONMENT)).containsExactly("redis://env:1");
        assertThat(parse("--nodes", "redis://a:1").uris(ENVIRONMENT)).containsExactly("redis://a:1");
        assertThat(parse("--nodes-file", file.toString()).uris(ENVIRONMENT))
            .containsExactly("redis://file:1", "redis://file:2");
        assertThat(parse().uris(Map.of())).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrongWithTheNodes(@TempDir final Path directory) throws IOException
    {
        assertThatThrownBy(() -> parse("--nodes", "redis://a", "--nodes-file", "b").uris(Map.of()))
            .hasMessage("--nodes and --nodes-file exclude each other: give one of them");
        assertThatThrownBy(() -> parse("--nodes-file", directory.resolve("x").toString()).uris(Map.of()))
            .hasMessageContaining("cannot be read (no such file)");
        final Path empty = Files.writeString(directory.resolve("c.txt"), "\n# redis://a:1\n");
        assertThatThrownBy(() -> parse("--nodes-file", empty.toString()).uris(ENVIRONMENT))
            .hasMessage("--nodes-file " + empty + " has no nodes, only comments or blank lines: write one " +
                "URI a line");
    }

    @Test
    void shouldLetTheTimeToLiveFollowAShorterLongestOne()
    {
        assertThat(parse().ttl(null)).isEqualTo(Duration.ofSeconds(30));
        assertThat(parse("--longest-ttl", "10s").ttl(null)).isEqualTo(Duration.ofSeconds(10));
        assertThat(parse("--longest-ttl", "10s").ttl(Duration.ofSeconds(9))).isEqualTo(Duration.ofSeconds(9));
        assertThatThrownBy(() -> parse("--longest-ttl", "10s").checkTtl(Duration.ofSeconds(11)))
            .hasMessageContaining("--ttl is 11s but --longest-ttl is 10s");
    }

    @Test
    void shouldNotTakeFilesForTlsWithoutIt()
    {
        assertThatThrownBy(() -> parse("--nodes", "redis://a:1", "--tls-ca", "ca.pem").client())
            .hasMessage("--tls-ca is for nodes with TLS, and no address begins with rediss://: begin those " +
                "of nodes with TLS so, or leave the option out");
        assertThat(parse("--nodes", "redis://a:1,rediss://b:1", "--tls-ca", "ca.pem").client()).isNotNull();
    }
}
