// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.test.server.RedisServers;

/**
 * The code that README.md shows first: it compiles, it works, and it is what README.md shows.
 */
class QuickStartTest
{
    private static final Path README = Path.of("..", "README.md");
    private static final Path SELF =
        Path.of("src", "test", "java", "dev", "redlock", "transport", "netty", "QuickStartTest.java");

    private Duration sold;

    @Test
    void shouldLockSomething() throws InterruptedException
    {
        try (RedisServers servers = RedisServers.start(3))
        {
            quickStart(servers.uris().get(0), servers.uris().get(1), servers.uris().get(2));
        }

        assertThat(sold).isPositive();
    }

    @Test
    void shouldBeWhatTheReadmeShows() throws IOException
    {
        final String shown = between(Files.readString(README), "```java\n", "```");
        final String here = between(Files.readString(SELF), "// quickstart\n", "        // end\n");

        assertThat(withoutHosts(shown)).isEqualTo(withoutHosts(here));
    }

    private void quickStart(final String first, final String second, final String third)
        throws InterruptedException
    {
        // quickstart
        try (Redlock redlock = Redlock.connect(first, second, third);
            Lease lease = redlock.acquire("orders:42", Duration.ofSeconds(1)))
        {
            sell(lease.remaining());
        }
        // end
    }

    private void sell(final Duration within)
    {
        sold = within;
    }

    private static String between(final String text, final String before, final String after)
    {
        final int start = text.indexOf(before) + before.length();

        return text.substring(start, text.indexOf(after, start));
    }

    private static String withoutHosts(final String code)
    {
        return code.lines()
            .map(line -> line.strip().replaceAll("Redlock.connect\\(.*\\);", "Redlock.connect(nodes);"))
            .collect(Collectors.joining("\n"));
    }
}
