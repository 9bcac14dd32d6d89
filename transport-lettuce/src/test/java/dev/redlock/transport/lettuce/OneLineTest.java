// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.test.server.RedisServers;

/**
 * An application moves from one transport to the other by one line. The code is what
 * docs/transport-lettuce.md shows.
 */
class OneLineTest
{
    private static final Path DOCUMENT = Path.of("..", "docs", "transport-lettuce.md");
    private static final Path SELF =
        Path.of("src", "test", "java", "dev", "redlock", "transport", "lettuce", "OneLineTest.java");

    private Duration sold = Duration.ZERO;

    @Test
    void shouldMoveAnApplicationByOneLine() throws Exception
    {
        try (RedisServers servers = RedisServers.start(3))
        {
            before(servers.uris());
            final Duration soldBefore = sold;
            after(servers.uris());
            assertThat(sold).isGreaterThan(soldBefore);

            final RedisClient redisClient = RedisClient.create();
            try
            {
                brought(servers.uris(), redisClient);
            }
            finally
            {
                redisClient.shutdown();
            }
        }
    }

    @Test
    void shouldBeWhatTheDocumentShows() throws IOException
    {
        final String self = Files.readString(SELF);
        final String document = withoutIndent(Files.readString(DOCUMENT));

        assertThat(document).contains(
            withoutIndent(between(self, "// after\n")), withoutIndent(between(self, "// brought\n")));
        final List<String> before = withoutIndent(between(self, "// before\n")).lines().toList();
        final List<String> after = withoutIndent(between(self, "// after\n")).lines().toList();
        assertThat(after).hasSameSizeAs(before);
        assertThat(after.stream().filter(line -> !before.contains(line)))
            .containsExactly(".transport(\"lettuce\")");
    }

    @Test
    void shouldNameBothWhenTheChoiceIsLeftOpen()
    {
        final RedlockBuilder undecided = Redlock.builder().nodes("redis://127.0.0.1:1");

        assertThatIllegalStateException().isThrownBy(undecided::build)
            .withMessageStartingWith("several transports were found: lettuce (")
            .withMessageContaining("netty (");
    }

    private void before(final List<String> nodes) throws InterruptedException
    {
        // before
        try (Redlock redlock = Redlock.builder()
            .transport("netty")
            .nodes(nodes.toArray(String[]::new))
            .build();
            Lease lease = redlock.acquire("orders:42", Duration.ofSeconds(1)))
        {
            sell(lease.remaining());
        }
        // end
    }

    private void after(final List<String> nodes) throws InterruptedException
    {
        // after
        try (Redlock redlock = Redlock.builder()
            .transport("lettuce")
            .nodes(nodes.toArray(String[]::new))
            .build();
            Lease lease = redlock.acquire("orders:42", Duration.ofSeconds(1)))
        {
            sell(lease.remaining());
        }
        // end
    }

    private static void brought(final List<String> nodes, final RedisClient redisClient)
    {
        // brought
        final Redlock redlock = Redlock.builder()
            .transport(LettuceTransportProvider.using(redisClient))
            .nodes(nodes.toArray(String[]::new))
            .build();
        // end
        redlock.close();
    }

    private void sell(final Duration within)
    {
        sold = sold.plus(within);
    }

    private static String between(final String text, final String before)
    {
        final int start = text.indexOf("        " + before) + before.length() + 8;

        return text.substring(start, text.indexOf("        // end\n", start));
    }

    private static String withoutIndent(final String code)
    {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
