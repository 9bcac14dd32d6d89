// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.client.tck.admission.LeastRights;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Nodes do not let a client wait in line, or not any more: it tries again, and what it has it can release.
 */
public abstract class LinesWithoutRights extends LineNodes
{
    private static final String USER = "locks";
    private static final String SECRET = "for-locks-only";
    private static final String FOREIGN = "of another application";

    /**
     * What a line needs beside the rights of locks.
     */
    private static final List<String> OF_LINES = List.of("+subscribe", "+publish", "+pubsub|numsub", "+zadd",
        "+zrem", "+zrange", "+zrank", "+zcard", "+hset", "+hget", "+hdel", "&mail:*");

    /**
     * What nobody stands in line without; the others are missed by releases, or when others wait.
     */
    private static final List<String> FIRST_NEEDED =
        List.of("HELLO", "+subscribe", "&mail:*", "+zadd", "+hset");

    private List<String> rules;

    @BeforeAll
    void learnRules()
    {
        rules = new ArrayList<>(LeastRights.knownTo(nodes));
        rules.addAll(OF_LINES);
        rules.addAll(List.of("~" + KEY + "*", "~redlock:*"));
    }

    @Test
    void shouldDoWithTheDocumentedRights() throws InterruptedException
    {
        setUser(rules);
        final Lease lease = login().acquire(KEY, SOON);
        final List<Redlock> others = List.of(login(), login());
        handOver(lease, queue(others));

        others.forEach((other) -> assertThat(count(other, Counter.WAITS_IN_LINE)).isPositive());
        assertThat(count(others, Counter.NODE_ERRORS)).isZero();
        assertThat(nodes.callAll("ACL", "LOG")).as("what the nodes have denied")
            .allSatisfy((log) -> assertThat((List<?>)log).isEmpty());
    }

    @Test
    void shouldTryAgainWithoutTheRightToWait() throws InterruptedException
    {
        checkWithout("+zadd");
    }

    @Test
    @Tag("proof")
    void shouldTryAgainWithoutAnyOfTheRights() throws InterruptedException
    {
        for (final String right : OF_LINES)
        {
            checkWithout(right);
        }
    }

    private void checkWithout(final String right) throws InterruptedException
    {
        setUser(without(right));
        checkTurns(right, this::client);
        Await.parking().until("no lock without " + right, SOON, () -> nodes.holders(KEY), Map::isEmpty);
        checkTheRestExpires(LINE);
        checkTheRestExpires(TICKETS);
        nodes.awaitNoKeys();
    }

    /*
     * Who may not take tickets away leaves some.
     */
    private void checkTheRestExpires(final String key)
    {
        assertThat(nodes.callAll("PTTL", key)).allSatisfy((left) -> assertThat((long)left)
            .satisfiesAnyOf((ms) -> assertThat(ms).isEqualTo(-2), (ms) -> assertThat(ms).isPositive()));
        nodes.callAll("DEL", key);
    }

    /**
     * Nodes that speak RESP2 only, where messages look like answers. No right keeps a user from HELLO.
     */
    @Test
    void shouldTryAgainWithNodesThatDoNotSpeakResp3() throws InterruptedException
    {
        final RealNodes old = closing(RealNodes.start(3,
            (index) -> RedisServerProcess.builder().setting("rename-command", "HELLO \"\"")));
        checkTurns("HELLO", () -> up(waiting(old.uris())));
        assertThat(old.calls(0, "subscribe")).isZero();
        old.awaitNoKeys();
        checkLongLine(old);
    }

    /*
     * Pairs are two elements there, and a transport takes so many only.
     */
    private void checkLongLine(final RealNodes old)
    {
        old.callAll("EVAL", "for i = 1, 501 do redis.call('ZADD', KEYS[1], i, 'place ' .. i) end", "1", LINE);
        try (Redlock redlock = patient(old.uris()).build())
        {
            awaitAllUp(redlock);
            assertThat(redlock.operators().waiters(KEY).toCompletableFuture().join().nodes()).hasSize(3)
                .allMatch((node) -> node.detail().equals("only the first 500 places were looked at"));
        }
    }

    /*
     * Three, so that one more waits while the second has the lock.
     */
    private static void checkTurns(final String lack, final Supplier<Redlock> client)
        throws InterruptedException
    {
        try (Redlock first = client.get(); Redlock second = client.get(); Redlock third = client.get())
        {
            final Lease lease = first.acquire(KEY, SOON);
            final List<CompletableFuture<Lease>> calls =
                List.of(second.acquireAsync(KEY, SOON), third.acquireAsync(KEY, SOON));
            awaitCount(second, Counter.ATTEMPTS, 2);
            awaitCount(third, Counter.ATTEMPTS, 2);
            assertThat(lease.release()).as("release without %s", lack).isEqualTo(Outcome.RELEASED);
            final Object next = CompletableFuture.anyOf(calls.get(0), calls.get(1)).join();
            assertThat(((Lease)next).release()).as("second release without %s", lack)
                .isEqualTo(Outcome.RELEASED);
            for (final CompletableFuture<Lease> call : calls)
            {
                if (result(call) != next)
                {
                    assertThat(call.join().release()).as("third release without %s", lack)
                        .isEqualTo(Outcome.RELEASED);
                }
            }
            assertThat(first.nodes()).allMatch((node) -> node.state() == NodeStatus.State.UP);
            if (FIRST_NEEDED.contains(lack))
            {
                Await.parking().until("why it does not wait in line", SOON, second::nodes, (nodes) ->
                    nodes.stream().anyMatch((node) -> node.detail().contains("instead of waiting in line")));
            }
        }
    }

    @Test
    void shouldTryAgainBesideForeignKeys() throws InterruptedException
    {
        checkBeside(LINE, "SET", LINE, FOREIGN);
        checkBeside(TICKETS, "ZADD", TICKETS, "1", FOREIGN);
    }

    /*
     * They came first, and stay as they are.
     */
    private void checkBeside(final String foreign, final String... command) throws InterruptedException
    {
        nodes.callAll(command);
        final List<Object> before = nodes.callAll("DUMP", foreign);
        try (Redlock first = up(waiting(nodes.uris())); Redlock second = up(waiting(nodes.uris())))
        {
            final Lease lease = first.acquire(KEY, SOON);
            final CompletableFuture<Lease> call = second.acquireAsync(KEY, SOON);
            awaitCount(second, Counter.ATTEMPTS_CONTENDED, 2);
            assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
            assertThat(result(call).release()).isEqualTo(Outcome.RELEASED);
        }
        assertThat(nodes.callAll("DUMP", foreign)).isEqualTo(before);
        nodes.callAll("DEL", foreign);
        nodes.awaitNoKeys();
    }

    /**
     * The line is replaced while one has the lock from it and another waits.
     */
    @Test
    @Tag("proof")
    void shouldReleaseWhenTheLineIsNoLineAnyMore() throws InterruptedException
    {
        final Redlock last = inLine();
        final Lease lease = given(inLine(), inLine());
        final CompletableFuture<Lease> call = last.acquireAsync(KEY, SOON);
        awaitLine(1);
        nodes.callAll("DEL", LINE);
        nodes.callAll("SET", LINE, FOREIGN);

        checkReleasesAtOnce(lease);
        assertThat(result(call).release()).isEqualTo(Outcome.RELEASED);
        nodes.callAll("DEL", LINE, TICKETS);
        nodes.awaitNoKeys();
    }

    /**
     * Rights are revoked from one that has the lock from the line: what would give it to the next fails, and
     * it is deleted.
     */
    @Test
    @Tag("proof")
    void shouldReleaseWhatItMayNotGiveOnAnyMore() throws InterruptedException
    {
        for (final String right : List.of("zrange", "zcard", "hget"))
        {
            setUser(rules);
            try (Redlock first = client(); Redlock second = client())
            {
                final Lease lease = given(first, second);
                final CompletableFuture<Lease> call = first.acquireAsync(KEY, SOON);
                awaitLine(1);
                nodes.callAll("ACL", "SETUSER", USER, "-" + right);
                checkReleasesAtOnce(lease);
                assertThat(result(call).release()).as("without %s", right).isEqualTo(Outcome.RELEASED);
            }
            nodes.callAll("DEL", LINE, TICKETS);
            nodes.awaitNoKeys();
        }
    }

    /*
     * Held by the second, who was given it by the first.
     */
    private Lease given(final Redlock first, final Redlock second) throws InterruptedException
    {
        final Lease lease = first.acquire(KEY, SOON);
        final CompletableFuture<Lease> call = second.acquireAsync(KEY, SOON);
        awaitLine(1);
        lease.release();
        final Lease given = result(call);
        assertThat(count(second, Counter.WAITS_IN_LINE)).isPositive();

        return given;
    }

    /*
     * What was to give it on, and what deletes it after that has failed. One who waits may ask meanwhile, but
     * not as often as somebody who waits for the key to end.
     */
    private void checkReleasesAtOnce(final Lease lease)
    {
        final long[] before = scripts();
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        final long[] after = scripts();
        for (int i = 0; i < after.length; i++)
        {
            assertThat(after[i] - before[i]).as("scripts on node %d", i).isLessThanOrEqualTo(6);
        }
    }

    private long[] scripts()
    {
        return IntStream.range(0, nodes.count()).mapToLong((i) -> nodes.calls(i, "evalsha")).toArray();
    }

    private Redlock login()
    {
        return closing(client());
    }

    private Redlock client()
    {
        final Redlock redlock = waiting(nodes.uris().stream()
            .map((uri) -> uri.replace("redis://", "redis://" + USER + ":" + SECRET + "@")).toList()).build();
        awaitAllUp(redlock);

        return redlock;
    }

    private List<String> without(final String right)
    {
        final List<String> others = new ArrayList<>(rules);
        assertThat(others.remove(right)).as(right).isTrue();

        return others;
    }

    private void setUser(final List<String> newRules)
    {
        nodes.callAll(Stream.concat(Stream.of("ACL", "SETUSER", USER, "reset", "on", ">" + SECRET),
            newRules.stream()).toArray(String[]::new));
        nodes.callAll("ACL", "LOG", "RESET");
    }
}
