// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.redlock.Redlock;
import dev.redlock.test.junit.RedisServersExtension;

/**
 * The code that README.md shows first is {@link Shop}, and it works.
 */
class QuickStartTest
{
    private static final Path README = Path.of("..", "README.md");
    private static final Path SHOP =
        Path.of("src", "test", "java", "dev", "redlock", "transport", "netty", "Shop.java");

    @Test
    @ExtendWith(RedisServersExtension.class)
    void shouldSell(final Redlock redlock) throws InterruptedException
    {
        final AtomicInteger sold = new AtomicInteger();
        new Shop(redlock).sell("apples", sold::incrementAndGet);

        assertThat(sold).hasValue(1);
    }

    @Test
    void shouldBeWhatTheReadmeShows() throws IOException
    {
        final String readme = Files.readString(README);
        final String code = readme.substring(readme.indexOf("```java\n") + "```java\n".length());

        assertThat(Files.readString(SHOP)).endsWith("\n\n" + code.substring(0, code.indexOf("```")));
    }
}
