// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyCommandsTest extends ThreeServers
{
    // SHA-256 of "abc" begins with ba7816bf.
    private static final String TOKEN = "abc";
    private static final String HOLDER = "ba7816bf";

    @BeforeEach
    void clean()
    {
        IntStream.range(0, 3).forEach((i) -> call(i, "FLUSHALL"));
    }

    private static Object call(final int index, final String... command)
    {
        return servers.server(index).call(command);
    }

    /**
     * A key may hold anything; what is printed of it steers no terminal and begins no line.
     */
    @Test
    void shouldNotPrintWhatAKeySmugglesIn() throws Exception
    {
        final String key = "a\nredlock: all is well\u001b[31m\u202e";
        final String shown = "a\\nredlock: all is well\\u001b[31m\\u202e";
        final RedlockProcess inspect = RedlockProcess.run(servers.uris(), "inspect", "--key", key);
        assertThat(inspect.out()).contains("lock '" + shown + "' is free");

        final RedlockProcess refused = RedlockProcess.run(servers.uris(), "release", "--key", key);
        assertThat(refused.err()).contains("\\u001b[31m").doesNotContain("\u001b").hasLineCount(1);
    }

    @Test
    void shouldShowWhoHoldsALock() throws Exception
    {
        call(0, "SET", "k", TOKEN, "PX", "60000");
        call(2, "SET", "k", TOKEN, "PX", "60000");

        final RedlockProcess inspect = RedlockProcess.run(servers.uris(), "inspect", "--key", "k");

        assertThat(inspect.status()).isZero();
        assertThat(inspect.assertFits().unwrapped())
            .contains("127.0.0.1:" + servers.server(0).port() + "  " + HOLDER)
            .contains("127.0.0.1:" + servers.server(1).port() + "  -")
            .contains("lock 'k' is held by " + HOLDER + " on 2 of 3 nodes, for 5").doesNotContain(TOKEN);
        assertThat(inspect.err()).isEmpty();
    }

    @Test
    void shouldShowWhatIsNoLock() throws Exception
    {
        call(0, "RPUSH", "k", "x");
        call(1, "SET", "k", TOKEN);

        final RedlockProcess inspect = RedlockProcess.run(servers.uris(), "inspect", "--key", "k");

        assertThat(inspect.status()).isZero();
        assertThat(inspect.assertFits().unwrapped()).contains("not a lock: a key of type list", "never ends",
            "lock 'k' is free: nobody has a majority");
    }

    @Test
    @Tag("proof")
    void shouldAdmitThatItDoesNotKnow() throws Exception
    {
        final RedlockProcess inspect = RedlockProcess.run(
            List.of(servers.uris().get(0), "redis://127.0.0.1:1", "redis://127.0.0.1:2"),
            "inspect", "--key", "k");

        assertThat(inspect.status()).isEqualTo(1);
        assertThat(inspect.assertFits().unwrapped()).contains("2 nodes could not say");
    }

    @Test
    void shouldReleaseByForceOnly() throws Exception
    {
        IntStream.range(0, 3).forEach((i) -> call(i, "SET", "k", TOKEN, "PX", "60000"));

        final RedlockProcess refused = RedlockProcess.run(servers.uris(), "release", "--key", "k");
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("say --force").hasLineCount(1);
        assertThat(call(0, "GET", "k")).isEqualTo(TOKEN);

        final RedlockProcess forced = RedlockProcess.run(servers.uris(), "release", "--key", "k", "--force");
        assertThat(forced.status()).isZero();
        assertThat(forced.assertFits().out()).hasLineCount(3).doesNotContain(TOKEN);
        for (int i = 0; i < 3; i++)
        {
            assertThat(forced.out()).containsPattern(Pattern.quote(
                "127.0.0.1:" + servers.server(i).port() + "  deleted (holder " + HOLDER + ", ") + "[1-5]");
            assertThat(call(i, "EXISTS", "k")).isEqualTo(0L);
        }
    }

    @Test
    void shouldSayWhatItDidNotDelete() throws Exception
    {
        call(0, "RPUSH", "k", "x");
        call(1, "SET", "k", TOKEN, "PX", "60000");

        final RedlockProcess forced = RedlockProcess.run(
            List.of(servers.uris().get(0), servers.uris().get(1), "redis://127.0.0.1:1"),
            "release", "--key", "k", "--force");

        assertThat(forced.status()).isEqualTo(1);
        assertThat(forced.assertFits().out()).contains("left alone: not a lock, but a key of type list")
            .contains("deleted (holder " + HOLDER)
            .contains("127.0.0.1:1      not reached, the lock may still be there: DOWN");
        assertThat(call(0, "LLEN", "k")).isEqualTo(1L);
    }
}
