// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.address.Credentials;
import dev.redlock.test.Await;

/**
 * What docs/operations.md tells of rights and passwords, on real servers.
 */
@Timeout(120)
@Tag("proof")
class OperatorRightsTest extends ThreeServers
{
    private static final Path PAGE = Path.of("..", "docs", "operations.md");
    private static final Duration SOON = Duration.ofSeconds(20);

    private static List<String> rights(final String user) throws Exception
    {
        return List.of(Pattern.compile("ACL SETUSER " + user + " on >secret ([^`]+)```")
            .matcher(Files.readString(PAGE)).results().findFirst().orElseThrow().group(1).trim()
            .split("\\s+"));
    }

    private static void setUser(final String user, final List<String> rules)
    {
        IntStream.range(0, servers.size()).forEach((node) ->
        {
            final List<String> words = new ArrayList<>(
                List.of("ACL", "SETUSER", user, "reset", "on", ">secret"));
            words.addAll(rules);
            servers.server(node).call(words.toArray(new String[0]));
            servers.server(node).call("ACL", "LOG", "RESET");
        });
    }

    private static List<String> uris(final String login)
    {
        return servers.uris().stream().map((uri) -> uri.replace("redis://", "redis://" + login)).toList();
    }

    private static List<Object> denials()
    {
        return IntStream.range(0, servers.size()).mapToObj((node) -> servers.server(node).call("ACL", "LOG"))
            .filter((log) -> !((List<?>)log).isEmpty()).toList();
    }

    private static void check(final List<String> uris, final int status, final String... args)
        throws Exception
    {
        final RedlockProcess redlock = RedlockProcess.run(uris, args);
        assertThat(redlock.status()).as("%s: %s %s", String.join(" ", args), redlock.out(), redlock.err())
            .isEqualTo(status);
        assertThat(redlock.out() + redlock.err()).doesNotContain("NOPERM", "(ACL");
    }

    /**
     * No command is denied anything.
     */
    @Test
    void shouldLetOperatorsDoAllWithTheDocumentedRights() throws Exception
    {
        final List<String> rules = rights("operator");
        assertThat(rules).containsAll(rights("locks"));
        setUser("operator", rules);
        final List<String> uris = uris("operator:secret@");

        check(uris, 0, "init", "--prefix", "lock:");
        check(uris, 0, "probe", "--strict", "--prefix", "lock:", "--longest-ttl", "60s", "--clock", "200ms");
        check(uris, 0, "run", "--strict", "--prefix", "lock:", "--longest-ttl", "60s", "--key", "k", "--",
            "true");
        check(uris, 0, "inspect", "--prefix", "lock:", "--key", "k");
        servers.server(0).call("SET", "lock:stock:apples", "x", "PX", "60000");
        check(uris, 0, "inspect", "--prefix", "lock:", "--key", "apples");
        servers.server(0).call("RPUSH", "lock:list", "x");
        check(uris, 0, "inspect", "--prefix", "lock:", "--key", "list");
        for (int node = 0; node < servers.size(); node++)
        {
            servers.server(node).call("SET", "lock:held", "owner-token-20-bytes", "PX", "60000");
        }
        servers.server(0).call("ZADD", "lock:held:line", "1", "one that is gone");
        check(uris, 0, "inspect", "--prefix", "lock:", "--key", "held");
        check(uris, 0, "release", "--prefix", "lock:", "--key", "held", "--force");
        check(uris, 0, "init", "--prefix", "lock:", "--retire");
        assertThat(denials()).isEmpty();
    }

    /**
     * Step by step as the page has it, while a lock is held and extended.
     */
    @Test
    void shouldRotateAPasswordWithoutLosingALock() throws Exception
    {
        setUser("locks", rights("locks"));
        final Changing credentials = new Changing();
        try (Redlock redlock = Redlock.builder().nodes(servers.uris().toArray(new String[0]))
            .transport("netty").credentials(credentials).keyPrefix("lock:").assumeNodesFresh().build())
        {
            Await.parking().untilAllUp(redlock, SOON);
            final Lease lease = redlock.tryAcquire("rotation").orElseThrow();
            for (int node = 0; node < servers.size(); node++)
            {
                servers.server(node).call("ACL", "SETUSER", "locks", ">renewed");
            }
            credentials.password = "renewed";
            for (int node = 0; node < servers.size(); node++)
            {
                servers.server(node).call("ACL", "SETUSER", "locks", "<secret");
                final long connects = redlock.metrics().count(Counter.CONNECTS);
                assertThat((Long)servers.server(node).call("CLIENT", "KILL", "USER", "locks")).isPositive();
                Await.parking().until("a new connection", SOON,
                    () -> redlock.metrics().count(Counter.CONNECTS) > connects);
                Await.parking().untilAllUp(redlock, SOON);
                assertThat(lease.extend()).isEqualTo(Outcome.EXTENDED);
            }
            assertThat(lease.isHeld()).isTrue();
            final RedlockProcess late = RedlockProcess.run(
                uris("locks:secret@"), "probe", "--prefix", "lock:", "--clock", "200ms");
            assertThat(late.status()).isEqualTo(1);
            assertThat(late.unwrapped()).contains("the password is wrong, or the user is unknown or off");
            assertThat(RedlockProcess.run(uris("locks:renewed@"), "probe", "--prefix", "lock:", "--clock",
                "200ms").status()).isZero();
        }
    }

    /**
     * What gives out the password of now.
     */
    private static final class Changing implements Credentials
    {
        private volatile String password = "secret";

        @Override
        public String user()
        {
            return "locks";
        }

        @Override
        public String password()
        {
            return password;
        }
    }
}
