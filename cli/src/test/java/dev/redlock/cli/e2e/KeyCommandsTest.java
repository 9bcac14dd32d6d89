// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

@Timeout(60)
class KeyCommandsTest extends ThreeServers
{
    // SHA-256 of "abc" begins with ba7816bf.
    private static final String TOKEN = "owner-token-20-bytes";
    private static final String HOLDER = "645c066b";
    private static final Duration SOON = Duration.ofSeconds(20);

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
        final Told inspect = Told.by(servers.uris(), "inspect", "--key", key);
        assertThat(inspect.out()).contains("lock '" + shown + "' is free");

        final Told refused = Told.by(servers.uris(), "release", "--key", key);
        assertThat(refused.err()).contains("\\u001b[31m").doesNotContain("\u001b").hasLineCount(1);
    }

    @Test
    void shouldShowWhoHoldsALock() throws Exception
    {
        call(0, "SET", "k", TOKEN, "PX", "60000");
        call(2, "SET", "k", TOKEN, "PX", "60000");

        final Told inspect = Told.by(servers.uris(), "inspect", "--key", "k");

        assertThat(inspect.status()).isZero();
        assertThat(inspect.assertFits().unwrapped())
            .contains("127.0.0.1:" + servers.server(0).port() + "  " + HOLDER)
            .contains("127.0.0.1:" + servers.server(1).port() + "  -")
            .containsPattern("lock 'k' is held by " + HOLDER + " on 2 of 3 nodes, for (5[0-9]|60)[.]")
            .doesNotContain(TOKEN);
        assertThat(inspect.err()).isEmpty();
    }

    @Test
    void shouldShowWhatIsNoLock() throws Exception
    {
        call(0, "RPUSH", "k", "x");
        call(1, "SET", "k", TOKEN);

        final Told inspect = Told.by(servers.uris(), "inspect", "--key", "k");

        assertThat(inspect.status()).isZero();
        assertThat(inspect.assertFits().unwrapped()).contains("not a lock: a key of type list", "never ends",
            "lock 'k' is free: nobody has a majority");
    }

    @Test
    @Tag("proof")
    void shouldAdmitThatItDoesNotKnow() throws Exception
    {
        final Told inspect = Told.by(
            List.of(servers.uris().get(0), "redis://127.0.0.1:1", "redis://127.0.0.1:2"),
            "inspect", "--key", "k");

        assertThat(inspect.status()).isEqualTo(1);
        assertThat(inspect.assertFits().unwrapped()).contains("2 nodes could not say");
    }

    @Test
    void shouldReleaseByForceOnly() throws Exception
    {
        IntStream.range(0, 3).forEach((i) -> call(i, "SET", "k", TOKEN, "PX", "60000"));

        final Told refused = Told.by(servers.uris(), "release", "--key", "k");
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("say --force").hasLineCount(1);
        assertThat(call(0, "GET", "k")).isEqualTo(TOKEN);

        final Told forced = Told.by(servers.uris(), "release", "--key", "k", "--force");
        assertThat(forced.status()).isZero();
        assertThat(forced.assertFits().out()).hasLineCount(3).doesNotContain(TOKEN);
        for (int i = 0; i < 3; i++)
        {
            assertThat(forced.out()).containsPattern(Pattern.quote(
                "127.0.0.1:" + servers.server(i).port() + "  deleted (holder " + HOLDER + ", ") + "[1-6]");
            assertThat(call(i, "EXISTS", "k")).isEqualTo(0L);
        }
    }

    /**
     * The nodes have the key with the clients' prefix. Where only its own name is known, it is looked for.
     */
    @Test
    void shouldTakeAPrefixAndLookForOne() throws Exception
    {
        call(0, "SET", "stock:k", TOKEN, "PX", "60000");
        call(1, "SET", "stock:k", TOKEN, "PX", "60000");
        call(1, "SET", "note:k", "not a lock, as it does not end");
        call(2, "RPUSH", "list:k", "x");

        final Told bare = Told.by(servers.uris(), "inspect", "--key", "k");
        assertThat(bare.status()).isZero();
        assertThat(bare.assertFits().unwrapped()).contains("lock 'k' is free: no node has the key as a lock")
            .contains("'stock:k' is there as a lock would be, on 2 of 3 nodes", "say --prefix 'stock:'")
            .doesNotContain("note:k", "list:k", "not looked for");

        final Told inspect =
            Told.by(servers.uris(), "inspect", "--prefix", "stock:", "--key", "k");
        assertThat(inspect.assertFits().unwrapped()).contains(
            "lock 'k' (key 'stock:k' on the nodes) is held by " + HOLDER + " on 2 of 3 nodes");

        final Told nothing =
            Told.by(servers.uris(), "release", "--key", "k", "--force");
        assertThat(nothing.status()).isEqualTo(3);
        assertThat(nothing.assertFits().unwrapped()).contains("nothing to delete")
            .contains("lock 'k' was on none of the nodes", "say --prefix 'stock:'");
        assertThat(call(0, "GET", "stock:k")).isEqualTo(TOKEN);

        final Told forced =
            Told.by(servers.uris(), "release", "--prefix", "stock:", "--key", "k", "--force");
        assertThat(forced.status()).isZero();
        assertThat(forced.out()).contains("deleted (holder " + HOLDER).doesNotContain("--prefix");
        assertThat(call(0, "EXISTS", "stock:k")).isEqualTo(0L);
    }

    @Test
    void shouldNameClientsWithAnotherPrefixAndWhereItDidNotLook() throws Exception
    {
        call(1, "ACL", "SETUSER", "few", "on", ">secret", "~*", "+@all", "-scan", "-client|list");
        final List<String> uris = List.of(servers.uris().get(0), servers.uris().get(1)
            .replace("redis://", "redis://few:secret@"), "redis://127.0.0.1:1");
        try (Redlock redlock = Redlock.builder().name("orders").nodes(servers.uris().toArray(new String[0]))
            .transport("netty").keyPrefix("stock:").assumeNodesFresh().build())
        {
            final Told free = Told.by(uris, "inspect", "--key", "k");
            assertThat(free.status()).isZero();
            assertThat(free.assertFits().unwrapped()).contains("lock 'k' is free")
                .contains("clients with another prefix are connected: orders; for a lock of theirs say --")
                .contains("not looked for under another prefix on 127.0.0.1:" + servers.server(1).port() +
                    " (NOPERM ", "127.0.0.1:1 (DOWN)").doesNotContain("secret");

            try (Lease lease = redlock.acquire("k", Duration.ofSeconds(20)))
            {
                Eventually.assertZero("nodes without the lock", () -> IntStream.range(0, 3)
                    .filter((i) -> call(i, "EXISTS", "stock:k").equals(0L)).count());
                final Told held = Told.by(servers.uris(), "inspect", "--key", "k");
                assertThat(held.assertFits().unwrapped()).contains("on 3 of 3 nodes: if 'stock:' is the " +
                    "prefix of the clients, as of orders, say --prefix 'stock:'").doesNotContain(
                    "connected");
                assertThat(lease.isHeld()).isTrue();
            }
        }
        finally
        {
            call(1, "ACL", "DELUSER", "few");
        }
    }

    /**
     * One holds the lock, two others wait for it.
     */
    @Test
    void shouldShowWhoWaitsInLine() throws Exception
    {
        try (Redlock holder = inLine("holder"); Redlock first = inLine("first");
            Redlock second = inLine("second");
            Lease lease = holder.acquire("k", SOON))
        {
            assertThat(Told.by(servers.uris(), "inspect", "--prefix", "stock:", "--key", "k").out())
                .doesNotContain("in line");
            final CompletableFuture<Void> one = first.acquireAsync("k", SOON)
                .thenAcceptAsync(Lease::close);
            awaitLine(1);
            final CompletableFuture<Void> other = second.acquireAsync("k", SOON)
                .thenAcceptAsync(Lease::close);
            awaitLine(2);
            final Told inspect = Await.parking().until("both are seen everywhere", SOON,
                () -> Told.by(servers.uris(), "inspect", "--prefix", "stock:", "--key", "k"),
                (told) -> told.out().lines().filter((line) -> line.endsWith(" s      3")).count() == 2);

            assertThat(inspect.status()).isZero();
            assertThat(inspect.assertFits().out())
                .containsPattern("(?m)\\A(.*\n)+\n2 wait in line for it, first come first:\n" +
                    "rank  name +waiter +waited  nodes\n   1  first   \\w{8} +\\d+\\.\\d s      3\n" +
                    "   2  second  \\w{8} +\\d+\\.\\d s      3\n\\z");
            assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
            CompletableFuture.allOf(one, other).join();
        }
    }

    private static Redlock inLine(final String name)
    {
        return Redlock.builder().name(name).nodes(servers.uris().toArray(new String[0])).transport("netty")
            .keyPrefix("stock:").assumeNodesFresh().waitInLine().build();
    }

    private static void awaitLine(final long count)
    {
        Await.parking().until(count + " in line everywhere", SOON, () -> IntStream.range(0, 3)
            .allMatch((i) -> call(i, "ZCARD", "stock:k:line").equals(count)));
    }

    /**
     * Where the line is long, where a right is missing, and where the key of the line is something else.
     */
    @Test
    void shouldSayWhereItDoesNotSeeWhoWaits() throws Exception
    {
        call(0, "EVAL", "for i = 10000, 10599 do local who = 'owner-token-no-' .. i " +
            "redis.call('ZADD', 'k:line', 1700000000000000 + i, who) " +
            "redis.call('HSET', 'k:tickets', who, '1700000000000+0||' .. string.rep('x', 128)) end", "0");
        call(1, "ACL", "SETUSER", "few", "on", ">secret", "~*", "+@all", "-zrange");
        call(2, "SET", "k:line", "x");
        try
        {
            final Told inspect = Told.by(List.of(servers.uris().get(0), servers.uris().get(1)
                .replace("redis://", "redis://few:secret@"), servers.uris().get(2)), "inspect", "--key", "k");

            assertThat(inspect.status()).isZero();
            assertThat(inspect.assertFits().unwrapped()).containsPattern(
                "others may wait in line: not all is known of 127.0.0.1:" + servers.server(0).port() +
                " \\(only the first 500 places were looked at\\), 127.0.0.1:" + servers.server(1).port() +
                " \\(ZRANGE: NOPERM [^)]*\\), 127.0.0.1:" + servers.server(2).port() +
                " \\(ZRANGE: WRONGTYPE [^)]*\\)").doesNotContain("secret", "wait in line for it");
        }
        finally
        {
            call(1, "ACL", "DELUSER", "few");
        }
    }

    /**
     * More keys than can be looked at in a second.
     */
    @Test
    void shouldLookForASecondOnly() throws Exception
    {
        call(0, "EVAL", "for i = 1, 200000 do redis.call('SET', i .. 'k', '') end", "0");

        final Told free = Told.by(servers.uris(), "inspect", "--key", "k");
        assertThat(free.status()).isZero();
        assertThat(free.assertFits().unwrapped()).contains("not looked for under another prefix on " +
            "127.0.0.1:" + servers.server(0).port() + " (not to the end within 1 s)");
    }

    @Test
    void shouldSayWhatItDidNotDelete() throws Exception
    {
        call(0, "RPUSH", "k", "x");
        call(1, "SET", "k", TOKEN, "PX", "60000");

        final Told forced = Told.by(
            List.of(servers.uris().get(0), servers.uris().get(1), "redis://127.0.0.1:1"),
            "release", "--key", "k", "--force");

        assertThat(forced.status()).isEqualTo(1);
        assertThat(forced.assertFits().out()).contains("left alone: not a lock, but a key of type list")
            .contains("deleted (holder " + HOLDER)
            .contains("127.0.0.1:1      not reached, the lock may still be there: DOWN");
        assertThat(call(0, "LLEN", "k")).isEqualTo(1L);
    }

    /**
     * Data of an application is a string, too, and so is the fence of a lock.
     */
    @Test
    void shouldLeaveStringsAloneThatAreNoLocks() throws Exception
    {
        IntStream.range(0, 3).forEach((i) -> call(i, "SET", "user:42", "{\"name\": \"Ada\"}"));

        final Told forced =
            Told.by(servers.uris(), "release", "--key", "user:42", "--force");
        assertThat(forced.status()).isEqualTo(1);
        assertThat(forced.assertFits().out())
            .contains("left alone: not a lock, but a key of type string, of 15 bytes", "(a lock has 20)");
        assertThat(call(0, "GET", "user:42")).isEqualTo("{\"name\": \"Ada\"}");

        assertThat(Told.by(servers.uris(), "inspect", "--key", "user:42").assertFits().out())
            .contains("not a lock: a key of type string", "other data under its key");
    }
}
