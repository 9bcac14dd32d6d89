// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.ForcedRelease;
import dev.redlock.KeyOnNode;
import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockMisuseException;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.tools.FileServers;
import dev.redlock.outcome.KeyState;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Drift;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;

/**
 * One of three nodes does not do a command that the client sends, as managed services and hardened images
 * have it: it is refused by name before it votes, or what the client then lacks is said, or nothing lacks.
 * Nowhere is a lock granted that cannot be released.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class DisabledCommands extends SharedNodes
{
    private static final int DISABLED = 2;
    private static final int RUN = 9;
    private static final String KEY = "disabled";
    private static final String MARKER = "redlock:inc";
    private static final String USER = "locks";
    private static final String SECRET = "for-locks-only";
    private static final Duration AT_MOST = Duration.ofSeconds(2);
    private static final LockOptions FENCED = LONG.withFencing();

    /**
     * Ways to disable a command.
     */
    enum Way
    {
        REMOVED, RENAMED, FORBIDDEN
    }

    /**
     * What a client asks for.
     */
    enum Wish
    {
        PLAIN, WATCHED, FENCED, STRICT, MEASURED, REPLICATED, DURABLE, KEPT, DATABASE
    }

    /**
     * What becomes of a node.
     *
     * @param command that it does not do.
     * @param wish    of the client.
     * @param state   that it then has.
     * @param words   that are told of it; none if it is as good as others.
     */
    record Row(String command, Wish wish, NodeStatus.State state, String... words)
    {
        static Row refused(final String command, final Wish wish)
        {
            return new Row(command, wish, NodeStatus.State.REFUSED, "does not ");
        }

        static Row up(final String command, final Wish wish, final String... words)
        {
            return new Row(command, wish, NodeStatus.State.UP, words);
        }

        @Override
        public String toString()
        {
            return command + " " + wish;
        }
    }

    private static final List<Row> TABLE = Stream.concat(
        Stream.of("SET", "GET", "DEL", "PTTL", "PEXPIRE").map(command -> Row.refused(command, Wish.PLAIN)),
        Stream.of(
            Row.up("EVALSHA", Wish.PLAIN, "sent whole each time"),
            Row.up("EVALSHA", Wish.FENCED, "sent whole each time"),
            Row.up("EVALSHA", Wish.STRICT, "sent whole each time"),
            Row.up("EVAL", Wish.PLAIN), Row.up("EVAL", Wish.WATCHED), Row.up("EVAL", Wish.FENCED),
            Row.up("EVAL", Wish.STRICT), Row.up("EVAL", Wish.MEASURED),
            Row.refused("GET", Wish.STRICT), Row.refused("SET", Wish.STRICT),
            Row.refused("PEXPIRE", Wish.WATCHED),
            Row.up("TIME", Wish.PLAIN, "grants no fenced lock"),
            Row.up("TIME", Wish.FENCED, "grants no fenced lock"),
            Row.refused("TIME", Wish.STRICT), Row.refused("TIME", Wish.MEASURED),
            Row.refused("WAIT", Wish.REPLICATED),
            Row.up("CONFIG", Wish.KEPT, "keeps its keys"),
            Row.refused("SELECT", Wish.DATABASE),
            Row.up("PING", Wish.PLAIN, "stay unnoticed"),
            Row.up("INFO", Wish.PLAIN, "which process it is"),
            Row.up("HELLO", Wish.PLAIN), Row.up("CLIENT", Wish.PLAIN),
            Row.up("COMMAND", Wish.PLAIN))).toList();

    @Override
    protected int nodeCount()
    {
        return 2;
    }

    @Test
    void shouldRefuseANodeThatLacksACommandOrSayWhatItLacks()
    {
        final SoftAssertions softly = new SoftAssertions();
        for (final Row row : TABLE)
        {
            for (final Way way : Way.values())
            {
                softly.check(() -> check(row, way));
            }
        }
        softly.check(() -> check(Row.refused("SCRIPT", Wish.PLAIN), Way.REMOVED));
        softly.check(() -> check(Row.refused("SCRIPT", Wish.PLAIN), Way.RENAMED));
        softly.check(() -> check(Row.up("SCRIPT", Wish.PLAIN, "sent whole with EVAL"), Way.FORBIDDEN));
        softly.assertAll();
    }

    /**
     * With {@code always} all servers confirm at once, so one that does not say its setting gets a warning.
     */
    @Test
    void shouldRefuseANodeThatCannotConfirmWhatIsOnItsDisk()
    {
        final RealNodes confirming = closing(FileServers.start("always"));
        final SoftAssertions softly = new SoftAssertions();
        for (final Row row : List.of(Row.refused("WAITAOF", Wish.DURABLE), Row.refused("SET", Wish.DURABLE),
            Row.up("CONFIG", Wish.DURABLE, "does not say its appendfsync")))
        {
            for (final Way way : Way.values())
            {
                softly.check(() ->
                {
                    confirming.empty();
                    check(row, way, confirming.uris().subList(0, DISABLED),
                        without(row.command, way, FileServers.server().appendOnly("always")).start());
                });
            }
        }
        softly.assertAll();
    }

    private void check(final Row row, final Way way) throws InterruptedException
    {
        nodes.empty();
        check(row, way, nodes.uris(), start(row.wish, row.command, way));
    }

    private void check(
        final Row row, final Way way, final List<String> others, final RedisServerProcess started)
        throws InterruptedException
    {
        final String round = row + " " + way;
        try (RedisServerProcess server = started;
            Redlock redlock = builder(row.wish, with(others, server, way)).build())
        {
            Await.parking().until(round + " known", SOON, () -> redlock.nodes().get(DISABLED),
                status -> status.state() != NodeStatus.State.DOWN &&
                    status.state() != NodeStatus.State.UNKNOWN);
            final NodeStatus status = redlock.nodes().get(DISABLED);
            assertThat(status.state()).as("%s: %s", round, status.detail()).isEqualTo(row.state);
            if (row.words.length > 0)
            {
                assertThat(status.detail()).as(round).containsIgnoringCase(row.command).contains(
                    row.words).contains(way == Way.FORBIDDEN ? "(ACL: +" : "rename-command");
            }
            else
            {
                assertThat(status.detail()).as(round).doesNotContain("ACL", "rename-command");
            }
            checkLife(redlock, row, server, round);
        }
    }

    /**
     * No quorum tells its time: a fenced lock is refused at once, by that name, and plain ones work.
     */
    @Test
    void shouldNameTheTimeThatFencedLocksNeed() throws InterruptedException
    {
        for (final Way way : Way.values())
        {
            nodes.empty();
            try (RedisServerProcess one = without("TIME", way).start();
                RedisServerProcess another = without("TIME", way).start();
                Redlock redlock = patient(
                    with(with(nodes.uris().subList(0, 1), one, way), another, way)).build())
            {
                awaitAllUp(redlock);
                final long startNs = System.nanoTime();
                assertThatThrownBy(() -> redlock.acquire(KEY, Duration.ofMinutes(5), FENCED))
                    .as("%s", way).isInstanceOf(RedlockMisuseException.class)
                    .hasMessageContainingAll("a fenced lock needs", "(TIME)", "grants no fenced lock",
                        "127.0.0.1:" + one.port(), "127.0.0.1:" + another.port(),
                        way == Way.FORBIDDEN ? "(ACL: +time)" : "rename-command");
                assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(Duration.ofMinutes(1));
                redlock.acquire(KEY, SOON, LONG).close();
            }
        }
    }

    /**
     * A client that declares its nodes as fresh, and cannot, says in the exception what keeps it from that.
     */
    @Test
    void shouldSayWhyFreshNodesCouldNotBeDeclared()
    {
        for (final Way way : Way.values())
        {
            nodes.empty();
            try (RedisServerProcess one = without("EVAL", way).start();
                RedisServerProcess another = without("EVAL", way).start())
            {
                final RedlockBuilder builder = guarded(
                    with(with(nodes.uris().subList(0, 1), one, way), another, way))
                    .quarantine(QuarantineLevel.STRICT).assumeNodesFresh();
                assertThatThrownBy(builder::build).as("%s", way)
                    .isInstanceOf(RedlockMisuseException.class)
                    .hasMessageContainingAll("was declared, but not to the end",
                        "were to be declared now, which failed: node 127.0.0.1:",
                        way == Way.FORBIDDEN ? "(ACL: +get +set +eval ~prefix*)" :
                        "EVAL, with which markers are written, is not known there: it was renamed");
            }
        }
    }

    /**
     * Somebody flushes the scripts while a lock is held: the node is given them again on a new connection,
     * and then releases, long before the end of the time to live.
     */
    @Test
    void shouldReleaseWithoutEvalAfterTheScriptsWereFlushed() throws InterruptedException
    {
        for (final Wish wish : List.of(Wish.PLAIN, Wish.FENCED, Wish.STRICT))
        {
            for (final Way way : Way.values())
            {
                checkFlushed(wish, way);
            }
        }
    }

    private void checkFlushed(final Wish wish, final Way way) throws InterruptedException
    {
        nodes.empty();
        final String round = wish + " " + way;
        try (RedisServerProcess server = start(wish, "EVAL", way);
            Redlock redlock = builder(wish, with(server, way)).build();
            LockHandle handle = redlock.handle(KEY, options(wish)))
        {
            awaitAllUp(redlock);
            final long term = handle.acquire(SOON);
            Await.parking().until(round + ": the lock is there", SOON, () -> server.call("EXISTS", KEY),
                Long.valueOf(1)::equals);
            server.call("SCRIPT", "FLUSH");
            assertThat(handle.release(term)).as(round).isEqualTo(Outcome.RELEASED);
            Await.parking().until(round + ": no lock is left", SOON, () -> server.call("EXISTS", KEY),
                Long.valueOf(0)::equals);
            awaitAllUp(redlock);
            assertThat(statusesTold()).anyMatch(status -> status.detail().contains("SCRIPT FLUSH"));
        }
    }

    /**
     * Questions of operators need no vote: what the node does not answer is said there.
     */
    @Test
    void shouldTellOperatorsWhatANodeDoesNotAnswer() throws InterruptedException
    {
        for (final Way way : Way.values())
        {
            nodes.empty();
            try (RedisServerProcess server = without("EVAL", way).start();
                Redlock redlock = builder(Wish.PLAIN, with(server, way)).build();
                LockHandle handle = redlock.handle(KEY))
            {
                awaitAllUp(redlock);
                final long term = handle.acquire(SOON);
                Await.parking().until("the lock is there", SOON, () -> server.call("EXISTS", KEY),
                    Long.valueOf(1)::equals);
                final ForcedRelease.Removal removal = result(
                    redlock.operators().forceRelease(KEY).toCompletableFuture()).nodes().get(DISABLED);
                assertThat(removal.isGone()).isFalse();
                assertThat(removal.detail()).contains("not deleted").containsIgnoringCase("'eval'");
                handle.release(term);
            }
            try (RedisServerProcess server = without("TYPE", way).start();
                Redlock redlock = builder(Wish.PLAIN, with(server, way)).build())
            {
                awaitAllUp(redlock);
                server.call("LPUSH", KEY, "x");
                final KeyOnNode seen = result(
                    redlock.operators().holder(KEY).toCompletableFuture()).nodes().get(DISABLED);
                assertThat(seen.state()).isEqualTo(KeyState.NO_LOCK);
                assertThat(seen.detail()).contains("unknown").containsIgnoringCase("'type'");
            }
        }
    }

    /**
     * The next call of the same process must not hear that somebody else holds the lock.
     */
    private void checkLife(final Redlock redlock, final Row row, final RedisServerProcess server,
        final String round) throws InterruptedException
    {
        try (LockHandle handle = redlock.handle(KEY, options(row.wish)))
        {
            for (int i = 0; i < 2; i++)
            {
                final long term = handle.acquire(SOON);
                assertThat(term).as("%s: %s", round, handle.votes()).isPositive();
                assertThat(handle.extend(term)).as("%s: %s", round, handle.votes())
                    .isEqualTo(Outcome.EXTENDED);
                assertThat(handle.release(term)).as(round).isEqualTo(Outcome.RELEASED);
            }
        }
        Await.parking().until(round + ": no lock is left", SOON, () -> server.call("EXISTS", KEY),
            Long.valueOf(0)::equals);
    }

    /*
     * At level STRICT the node has been declared before it lacked the command.
     */
    private RedisServerProcess start(final Wish wish, final String command, final Way way)
    {
        if (wish != Wish.STRICT)
        {
            return without(command, way).start();
        }
        final RedisServerProcess healthy = RedisServerProcess.builder().start();
        final List<String> uris = new ArrayList<>(nodes.uris());
        uris.add(healthy.uri());
        try (Redlock redlock = builder(wish, uris).startWithoutQuorum().build())
        {
            redlock.operators().declareNodes(false);
        }
        final String[] marker = healthy.call("GET", MARKER).toString().split("\\|");
        healthy.close();

        final RedisServerProcess server = without(command, way).port(healthy.port()).start();
        marker[RUN] = fact(server, "run_id:") + fact(server, "master_replid:");
        server.call("MSET", MARKER, String.join("|", marker));

        return server;
    }

    private static String fact(final RedisServerProcess server, final String name)
    {
        final String info = server.call("INFO").toString();

        return info.substring(info.indexOf(name) + name.length()).substring(0, 8);
    }

    private static RedisServerBuilder without(final String command, final Way way)
    {
        return without(command, way, RedisServerProcess.builder());
    }

    private static RedisServerBuilder without(
        final String command, final Way way, final RedisServerBuilder builder)
    {
        return switch (way)
        {
            case REMOVED -> builder.setting("rename-command", command + " \"\"");
            case RENAMED -> builder.setting("rename-command", command + " x-" + command);
            case FORBIDDEN ->
                builder.user(USER, SECRET, "~* &* +@all -" + command.toLowerCase(Locale.ROOT));
        };
    }

    private List<String> with(final RedisServerProcess server, final Way way)
    {
        return with(nodes.uris(), server, way);
    }

    private static List<String> with(
        final List<String> others, final RedisServerProcess server, final Way way)
    {
        final List<String> uris = new ArrayList<>(others);
        final String login = way == Way.FORBIDDEN ? USER + ":" + SECRET + "@" : "";
        uris.add("redis://" + login + "127.0.0.1:" + server.port());

        return uris;
    }

    private RedlockBuilder builder(final Wish wish, final List<String> uris)
    {
        return switch (wish)
        {
            case STRICT -> guarded(uris).quarantine(QuarantineLevel.STRICT);
            case MEASURED -> patient(uris).drift(Drift.MEASURED);
            case REPLICATED -> patient(uris).replicatedVotes(1, AT_MOST);
            case DURABLE -> patient(uris).durableVotes(AT_MOST);
            case KEPT -> patient(uris).assumeNodesKeepKeys();
            case DATABASE -> patient(uris.stream().map(uri -> uri + "/1").toList());
            default -> patient(uris);
        };
    }

    private static LockOptions options(final Wish wish)
    {
        return switch (wish)
        {
            case FENCED -> FENCED;
            case WATCHED -> LONG.withWatch();
            case DURABLE -> LONG.withDurableVotes();
            default -> LONG;
        };
    }
}
