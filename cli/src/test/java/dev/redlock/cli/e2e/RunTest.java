// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

@Timeout(60)
@Tag("proof")
class RunTest
{
    /*
     * A worker that ignores SIGTERM, has a child, and writes the time down as long as it works.
     */
    private static final String STUBBORN = "trap '' TERM; sleep 60 & " +
        "while :; do date +%s%3N > $0.tmp; mv $0.tmp $0; [ $up ] || echo pids $$ $! up; up=1; done";

    /*
     * The request to end comes a third of it before the deadline: a watch that a busy machine keeps from
     * running for less than that still makes the request, and says so.
     */
    private static final long STUBBORN_TTL_MS = 3000;

    /*
     * How late the killing may be seen to be on a machine that is busy otherwise. A worker that nobody kills
     * works forever.
     */
    private static final long KILLED_WITHIN_MS = 2000;

    private static RedisServers servers;

    private RedlockProcess redlock;

    @BeforeAll
    static void startServers()
    {
        servers = RedisServers.start(5);
    }

    @AfterAll
    static void stopServers()
    {
        servers.close();
    }

    @AfterEach
    void end()
    {
        if (redlock != null)
        {
            redlock.close();
        }
    }

    private static Object call(final int index, final String... command)
    {
        return servers.server(index).call(command);
    }

    private static long holders(final String key)
    {
        long count = 0;
        for (int i = 0; i < servers.size(); i++)
        {
            count += (Long)call(i, "EXISTS", key);
        }

        return count;
    }

    private static void assertReleased(final String key)
    {
        Eventually.assertZero("nodes that have " + key, () -> holders(key));
    }

    @Test
    void shouldPassEverythingThroughAndRelease() throws Exception
    {
        redlock = RedlockProcess.start(servers.uris(), "run", "--key", "pass", "--", "sh", "-c",
            "read line; echo \"out $line $REDLOCK_KEY $0\"; echo err >&2; exit 7", "--ttl");
        redlock.write("in\n");

        assertThat(redlock.status()).isEqualTo(7);
        assertThat(redlock.out()).isEqualTo("out in pass --ttl\n");
        assertThat(redlock.err()).isEqualTo("err\n");
        assertReleased("pass");
    }

    @Test
    void shouldTakeTheLockInTheOrderOfArrival(@TempDir final Path directory) throws Exception
    {
        final Path order = directory.resolve("order");
        redlock = inLine("echo up; read line");
        redlock.awaitOutput("up");
        try (RedlockProcess second = inLine("echo second >> " + order))
        {
            awaitLine(1);
            try (RedlockProcess third = inLine("echo third >> " + order))
            {
                awaitLine(2);
                redlock.write("\n");

                assertThat(second.status()).as(second.err()).isZero();
                assertThat(third.status()).as(third.err()).isZero();
                assertThat(order).hasContent("second\nthird\n");
            }
        }
    }

    private static RedlockProcess inLine(final String script) throws Exception
    {
        return RedlockProcess.start(
            servers.uris(), "run", "--key", "busy", "--wait", "1m", "--in-line", "--", "sh", "-c", script);
    }

    private static void awaitLine(final long length)
    {
        Await.parking().until("in line at all nodes: " + length, Duration.ofSeconds(60),
            () -> IntStream.range(0, servers.size()).allMatch((i) ->
                call(i, "ZCARD", "busy:line").equals(length)));
    }

    /**
     * Whatever an outer run has set, the command gets the token of this lock, or none.
     */
    @Test
    void shouldGiveTheCommandTheFencingToken() throws Exception
    {
        long last = 0;
        for (int i = 0; i < 2; i++)
        {
            redlock = RedlockProcess.start(servers.uris(), "run", "--fenced", "--key", "fenced", "--",
                "sh", "-c", "echo $REDLOCK_FENCING_TOKEN");
            assertThat(redlock.status()).as(redlock.err()).isZero();
            final long token = Long.parseLong(redlock.out().trim());
            assertThat(token).isGreaterThan(last);
            last = token;
        }
        assertReleased("fenced");
    }

    /**
     * The command runs until the others have been refused and its lock is older than the time to live. The
     * grace is short so that an extension may come late, as it does on a machine that is busy otherwise.
     */
    @Test
    void shouldHoldTheLockWhileTheCommandRunsAndExtendIt(@TempDir final Path directory) throws Exception
    {
        final Path done = directory.resolve("done");
        redlock = RedlockProcess.start(
            servers.uris(), "run", "--key", "held", "--ttl", "3s", "--grace", "100ms", "--", "sh", "-c",
            "echo up; until [ -e " + done + " ]; do sleep 0.05; done");
        redlock.awaitOutput("up");
        final long upNs = System.nanoTime();
        assertThat(holders("held")).isGreaterThanOrEqualTo(3);

        final RedlockProcess second =
            RedlockProcess.run(servers.uris(), "run", "--key", "held", "--", "echo", "never");
        assertThat(second.status()).isEqualTo(75);
        assertThat(second.out()).isEmpty();
        assertThat(second.err()).startsWith("redlock: lock 'held' was not obtained: another client holds it")
            .hasLineCount(1);

        while (System.nanoTime() - upNs < TimeUnit.MILLISECONDS.toNanos(3500))
        {
            LockSupport.parkNanos(1_000_000L);
        }
        assertThat(holders("held")).as("extended").isGreaterThanOrEqualTo(3);
        Files.createFile(done);
        final RedlockProcess third = RedlockProcess.run(
            servers.uris(), "run", "--key", "held", "--wait", "20s", "--", "echo", "at last");
        assertThat(third.status()).isZero();
        assertThat(third.out()).isEqualTo("at last\n");
        assertThat(redlock.status()).isZero();
    }

    /**
     * The addresses of the nodes may have passwords in them, and a command rarely needs them.
     */
    @Test
    void shouldKeepTheNodesFromTheCommandUnlessItIsToHaveThem() throws Exception
    {
        final String[] command = {"--", "sh", "-c", "echo ${REDLOCK_NODES-none}"};
        redlock = RedlockProcess.run(servers.uris(), args(command, "run", "--key", "nodes"));
        assertThat(redlock.out()).as(redlock.err()).isEqualTo("none\n");

        redlock = RedlockProcess.run(servers.uris(), args(command, "run", "--key", "nodes", "--pass-nodes"));
        assertThat(redlock.out()).as(redlock.err()).isEqualTo(String.join(",", servers.uris()) + "\n");
    }

    private static String[] args(final String[] command, final String... options)
    {
        return Stream.of(options, command).flatMap(Stream::of).toArray(String[]::new);
    }

    @Test
    void shouldTakeALockNoLongerThanTheLongestTimeToLive() throws Exception
    {
        redlock = RedlockProcess.run(servers.uris(), "run", "--key", "short", "--longest-ttl", "10s",
            "--assume-nodes-fresh", "--", "sh", "-c", "echo done");

        assertThat(redlock.status()).as(redlock.err()).isZero();
        assertThat(redlock.out()).isEqualTo("done\n");
    }

    /**
     * The time that the client needs to find out that it has no quorum is part of the patience.
     */
    @Test
    void shouldWaitForADeadQuorumAsLongAsItWasTold() throws Exception
    {
        final long startNs = System.nanoTime();
        redlock = RedlockProcess.start(
            List.of("redis://127.0.0.1:1", "redis://127.0.0.1:2", servers.uris().get(0)),
            "run", "--key", "dead", "--wait", "4s", "--", "echo", "never");
        redlock.awaitError("waiting for lock 'dead': 1 of 3 nodes can vote, 2 must, ");
        final String waited = redlock.err();

        assertThat(redlock.status()).isEqualTo(75);
        assertThat(System.nanoTime() - startNs).isGreaterThan(TimeUnit.SECONDS.toNanos(4));
        assertThat(waited).doesNotContain(" 1s of 4s");
        assertThat(redlock.err()).contains("lock 'dead' was not obtained in 4s: too few nodes could vote (");
    }

    /**
     * Nodes that are up, and out of memory.
     */
    @Test
    void shouldSayOfTheLastAttemptWhyItWasLost() throws Exception
    {
        try (RedisServers full = RedisServers.start(3))
        {
            IntStream.range(0, 3).forEach((i) -> full.server(i).call("CONFIG", "SET", "maxmemory", "1"));
            final String why = "too few nodes could vote (server error: ";
            try (RedlockProcess waiting = RedlockProcess.start(
                full.uris(), "run", "--key", "full", "--wait", "5m", "--", "echo", "never"))
            {
                waiting.awaitError("redlock: waiting for lock 'full': " + why).awaitError("[OOM command");
            }
            redlock = RedlockProcess.run(
                full.uris(), "run", "--key", "full", "--wait", "1s", "--", "echo", "never");

            assertThat(redlock.status()).isEqualTo(75);
            assertThat(redlock.err()).doesNotContain("another client holds it")
                .contains("[OOM command", "redlock: lock 'full' was not obtained in 1s: " + why);
        }
    }

    @Test
    void shouldSayHowTheCommandDied() throws Exception
    {
        redlock = RedlockProcess.run(servers.uris(), "run", "--key", "died", "--", "sh", "-c", "kill -9 $$");

        assertThat(redlock.status()).isEqualTo(128 + 9);
        assertReleased("died");
    }

    @Test
    void shouldNotTakeALockForACommandThatIsNotThere() throws Exception
    {
        redlock =
            RedlockProcess.run(servers.uris(), "run", "--key", "none", "--", "no-such-command-anywhere");

        assertThat(redlock.status()).isEqualTo(127);
        assertThat(redlock.err()).isEqualTo(
            "redlock: no-such-command-anywhere: command not found; the lock was not taken\n");
        assertThat(holders("none")).isZero();
    }

    @Test
    void shouldReleaseTheLockOfACommandThatCannotBeStarted(@TempDir final Path directory) throws Exception
    {
        final Path script = Files.writeString(directory.resolve("script"), "#!/no/such/interpreter\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();

        redlock = RedlockProcess.run(servers.uris(), "run", "--key", "broken", "--", script.toString());

        assertThat(redlock.status()).isEqualTo(127);
        assertThat(redlock.err()).contains("could not be started, and the lock was released").hasLineCount(1);
        assertReleased("broken");
    }

    @Test
    void shouldStopWaitingForTheLockAtASignal() throws Exception
    {
        IntStream.range(0, servers.size()).forEach((i) -> call(i, "SET", "taken", "somebody", "PX", "60000"));

        redlock = RedlockProcess.start(
            servers.uris(), "run", "--key", "taken", "--wait", "50s", "--verbose", "--", "echo", "never");
        final long startNs = System.nanoTime();
        while (!redlock.err().contains("acquiring lock 'taken'"))
        {
            assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(20));
            LockSupport.parkNanos(1_000_000L);
        }
        redlock.signal("TERM");

        assertThat(redlock.status()).isEqualTo(128 + 15);
        assertThat(redlock.out()).isEmpty();
        assertThat(call(0, "GET", "taken")).isEqualTo("somebody");
    }

    /**
     * A key that is held elsewhere, and then nodes that do not vote for an hour.
     */
    @Test
    void shouldSayForWhatItWaits() throws Exception
    {
        IntStream.range(0, servers.size()).forEach((i) -> call(i, "SET", "taken", "somebody", "PX", "60000"));
        for (final String longest : List.of("60s", "1h"))
        {
            final List<String> args = new ArrayList<>(
                List.of("run", "--key", "taken", "--wait", "50s", "--longest-ttl", longest));
            if ("60s".equals(longest))
            {
                args.add("--assume-nodes-fresh");
            }
            args.addAll(List.of("--", "echo", "never"));
            redlock = RedlockProcess.start(servers.uris(), args.toArray(new String[0]));
            redlock.awaitError("60s".equals(longest) ?
                "redlock: waiting for lock 'taken': another client holds it, " :
                "redlock: waiting for lock 'taken': nodes do not vote until ");
            redlock.signal("TERM");

            assertThat(redlock.status()).isEqualTo(128 + 15);
            assertThat(redlock.err()).doesNotContain("\r");
        }
    }

    @Test
    void shouldSayWhatATrialOnFreshNodesNeeds() throws Exception
    {
        redlock = RedlockProcess.run(
            servers.uris(), "run", "--key", "young", "--longest-ttl", "1h", "--", "echo", "never");

        assertThat(redlock.status()).isEqualTo(75);
        assertThat(redlock.err()).contains("too few nodes could vote (quarantined: ")
            .endsWith("s waits for them; if they were never used, as in a trial, say --assume-nodes-fresh\n")
            .hasLineCount(1);
    }

    @Test
    void shouldKillTheCommandWhenTheNodesAreGone(@TempDir final Path directory) throws Exception
    {
        final Path beat = directory.resolve("beat");
        try (RedisServers own = RedisServers.start(5))
        {
            redlock = startStubborn(own, beat);
            IntStream.range(0, 3).forEach((i) -> own.server(i).kill());
            final long endMs = System.currentTimeMillis() + STUBBORN_TTL_MS;

            assertThat(redlock.status()).isEqualTo(76);
            // No extension succeeds without the three.
            assertThat(Long.parseLong(Files.readString(beat).strip())).isLessThan(endMs + KILLED_WITHIN_MS);
        }

        assertThat(redlock.err()).contains("redlock: lock 'gone' cannot be extended")
            .contains("redlock: lock 'gone' was lost: its validity is over");
        assertNobodyWorks(redlock.out());
    }

    @Test
    void shouldKillTheCommandAtOnceWhenItWakesTooLate(@TempDir final Path directory) throws Exception
    {
        final Path beat = directory.resolve("beat");
        redlock = startStubborn(servers, beat);
        redlock.signal("STOP");
        final long startNs = System.nanoTime();
        final long ttlNs = TimeUnit.MILLISECONDS.toNanos(STUBBORN_TTL_MS);
        while (System.nanoTime() - startNs < ttlNs || holders("gone") > 0)
        {
            LockSupport.parkNanos(1_000_000L);
        }
        redlock.signal("CONT");

        assertThat(redlock.status()).isEqualTo(76);
        assertThat(redlock.err()).doesNotContain("was asked to end").contains("was lost");
        assertNobodyWorks(redlock.out());
    }

    @Test
    void shouldKillTheCommandWhenTheLockIsTakenAway(@TempDir final Path directory) throws Exception
    {
        final Path beat = directory.resolve("beat");
        redlock = startStubborn(servers, beat);
        IntStream.range(0, servers.size()).forEach((i) -> call(i, "DEL", "gone"));

        assertThat(redlock.status()).isEqualTo(76);
        assertThat(redlock.err()).contains("was lost: too few nodes still have it")
            .contains("; the command was killed");
        assertNobodyWorks(redlock.out());
    }

    @Test
    void shouldEndTheCommandAtTheMaximumHold() throws Exception
    {
        redlock = RedlockProcess.run(servers.uris(), "run", "--key", "long", "--ttl", "4s", "--max-hold",
            "5s", "--grace", "1s", "--", "sh", "-c",
            "trap 'echo ended; exit 0' TERM; while :; do sleep 0.05; done");

        assertThat(redlock.status()).isEqualTo(76);
        assertThat(redlock.out()).isEqualTo("ended\n");
        assertThat(redlock.err()).contains("reaches its maximum hold of 5s (--max-hold)");
        assertReleased("long");
    }

    @Test
    void shouldSayWhichNodesWereNotReached() throws Exception
    {
        redlock = RedlockProcess.run(List.of("redis://127.0.0.1:1", servers.uris().get(0)),
            "run", "--key", "few", "--", "echo", "never");

        assertThat(redlock.status()).isEqualTo(75);
        assertThat(redlock.out()).isEmpty();
        assertThat(redlock.err()).contains("too few nodes could vote", "127.0.0.1:1").hasLineCount(1);
    }

    /**
     * What one dead node does not stop, one with a wrong password does not either.
     */
    @Test
    void shouldGoOnWithoutAMisconfiguredNodeAndSaySo() throws Exception
    {
        try (RedisServerProcess locked = RedisServerProcess.builder().password("geheim").start())
        {
            final String place = "127.0.0.1:" + locked.port();
            final List<String> uris = new ArrayList<>(servers.uris().subList(0, 4));
            uris.add("redis://:falsch@" + place);
            redlock = RedlockProcess.run(uris, "run", "--key", "misfit", "--", "echo", "done");

            assertThat(redlock.status()).isZero();
            assertThat(redlock.out()).isEqualTo("done\n");
            assertThat(redlock.err()).startsWith("redlock: going on without a misconfigured node: " + place)
                .contains("WRONGPASS").doesNotContain("falsch", "geheim").hasLineCount(1);
        }
    }

    @Test
    void shouldSayByItsStatusThatNoQuorumIsFit() throws Exception
    {
        try (RedisServerProcess locked = RedisServerProcess.builder().password("geheim").start())
        {
            redlock = RedlockProcess.run(
                List.of("redis://127.0.0.1:" + locked.port(), servers.uris().get(0)),
                "run", "--key", "misfit", "--wait", "1h", "--", "echo", "never");

            assertThat(redlock.status()).isEqualTo(78);
            assertThat(redlock.out()).isEmpty();
            assertThat(redlock.err()).contains("was not obtained: the configuration of the nodes is wrong",
                "NOAUTH").hasLineCount(1);
        }
    }

    private static RedlockProcess startStubborn(final RedisServers nodes, final Path beat) throws IOException
    {
        final RedlockProcess redlock = RedlockProcess.start(nodes.uris(), "run", "--key", "gone", "--ttl",
            STUBBORN_TTL_MS + "ms", "--", "sh", "-c", STUBBORN, beat.toString());

        return redlock.awaitOutput("up");
    }

    private static void assertNobodyWorks(final String out)
    {
        final String[] words = out.strip().split(" ");
        Eventually.assertNoneRuns(Stream.of(words[1], words[2]).map(Long::parseLong));
    }
}
