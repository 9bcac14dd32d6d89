// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.order;

import static java.util.Comparator.comparingLong;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.tck.harness.Closing;
import dev.redlock.test.Await;
import dev.redlock.test.process.JavaProcess;
import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * Several processes whose wall clocks are up to five minutes wrong want one fenced lock, while nodes are
 * killed: tokens are unique and in the order of real time, and a resource that checks them refuses nobody who
 * holds the lock.
 * <p>
 * With {@code -Dredlock.order.acquisitions=10000} it is the long run: eight processes, a node killed every
 * five seconds if nodes keep their keys, and every minute if they forget them and quarantine guards.
 * <p>
 * A wall clock is moved by a library that the process preloads, so nothing in it sees the right time; where
 * there is no {@code gcc} to build it, the client is given a clock that is wrong.
 */
@Tag("proof")
@Timeout(value = 3600)
class TokenOrderTest
{
    private static final int ACQUISITIONS = Integer.getInteger("redlock.order.acquisitions", 100);
    private static final boolean IS_LONG = ACQUISITIONS >= 5_000;
    private static final int PROCESSES = IS_LONG ? 8 : 3;
    private static final int NODES = 5;
    private static final int LEAST_KILLS = 2;
    private static final long MOST_OFFSET_S = 300;
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private static Path shared;
    private static boolean isPreloaded;

    @TempDir
    private Path directory;
    @RegisterExtension
    private final Closing closing = new Closing();
    private final List<JavaProcess> processes = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom();
    private RedisServerProcess resource;
    private RedisServers nodes;
    private int kills;

    @BeforeAll
    static void buildTheWallClock() throws IOException, InterruptedException
    {
        final Path source = shared.resolve("wallclock.c");
        Files.write(source, TokenOrderTest.class.getResourceAsStream("wallclock.c").readAllBytes());
        try
        {
            isPreloaded = new ProcessBuilder(
                "gcc", "-shared", "-fPIC", "-O2", "-o", library(), source.toString(), "-ldl")
                .inheritIO().start().waitFor() == 0;
        }
        catch (final IOException ignored)
        {
            // No compiler: the clients are given wrong clocks.
        }
    }

    private static String library()
    {
        return shared.resolve("wallclock.so").toString();
    }

    @Test
    void shouldGiveTokensInOrderWhileNodesThatKeepTheirKeysAreKilled() throws IOException
    {
        start(index -> RedisServerProcess.builder().appendOnly("always"), true);
        run(Duration.ofSeconds(IS_LONG ? 5 : 1), Integer.MAX_VALUE);
        check();
    }

    @Test
    void shouldGiveTokensInOrderWhileNodesThatForgetAreKilledAndQuarantined() throws IOException
    {
        start(index -> RedisServerProcess.builder(), false);
        run(Duration.ofSeconds(IS_LONG ? 60 : 1), IS_LONG ? Integer.MAX_VALUE : 1);
        check();
    }

    @Test
    void shouldFindATokenOutOfOrderAndTwoHolders()
    {
        final Holding first = new Holding(0, 7, 10, 20, 30, true, true);
        final Holding after = new Holding(1, 6, 21, 40, 50, true, true);
        final Holding meanwhile = new Holding(1, 8, 15, 25, 40, true, true);

        assertThatThrownBy(() -> checkOrder(List.of(after, first))).isInstanceOf(AssertionError.class);
        checkOrder(List.of(meanwhile, first));
        assertThatThrownBy(() -> checkExclusion(List.of(meanwhile, first)))
            .isInstanceOf(AssertionError.class);
        checkExclusion(List.of(after, first));
    }

    private void start(final IntFunction<RedisServerBuilder> builders, final boolean areKeysKept)
    {
        nodes = closing.later(RedisServers.start(NODES, builders));
        resource = closing.later(RedisServerProcess.builder().start());
        for (int i = 0; i < PROCESSES; i++)
        {
            final List<String> args = new ArrayList<>(List.of(file(i).toString(),
                Integer.toString(resource.port()), Boolean.toString(areKeysKept),
                Long.toString(isPreloaded ? 0 : 1_000 * offsetS(i))));
            args.addAll(nodes.uris());
            processes.add(closing.later(JavaProcess.start(OrderedHolder.class, args, isPreloaded ?
                Map.of("LD_PRELOAD", library(), "WALL_OFFSET_S", Long.toString(offsetS(i))) : Map.of())));
        }
        IntStream.range(0, PROCESSES).forEach(this::awaitReady);
    }

    private static long offsetS(final int process)
    {
        return -MOST_OFFSET_S + 2 * MOST_OFFSET_S * process / (PROCESSES - 1);
    }

    private Path file(final int process)
    {
        return directory.resolve("holdings" + process);
    }

    private void awaitReady(final int process)
    {
        final String said = Await.parking().until("process " + process + " is ready", SOON,
            () -> processes.get(process).output(), output -> output.contains(OrderedHolder.READY));
        final String wallMs = said.lines().filter(line -> line.startsWith(OrderedHolder.READY)).findFirst()
            .orElseThrow().substring(OrderedHolder.READY.length());
        final long seenS = (Long.parseLong(wallMs) - System.currentTimeMillis()) / 1_000;
        assertThat(seenS).as("offset of its wall clock")
            .isBetween(offsetS(process) - SOON.toSeconds(), offsetS(process) + 1);
    }

    private void run(final Duration betweenKills, final int mostKills)
    {
        resource.call("SET", OrderedHolder.GO, "1");
        long nextKillNs = System.nanoTime() + betweenKills.toNanos();
        long wanted = ACQUISITIONS;
        while (kills < Math.min(LEAST_KILLS, mostKills) || count() < wanted)
        {
            if (kills < mostKills && System.nanoTime() - nextKillNs > 0)
            {
                final RedisServerProcess node = nodes.server(random.nextInt(NODES));
                node.kill();
                node.start();
                kills++;
                nextKillNs = System.nanoTime() + betweenKills.toNanos();
                wanted = Math.max(wanted, count() + 20 * PROCESSES);
            }
            assertThat(processes).allMatch(JavaProcess::isRunning);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        resource.call("SET", OrderedHolder.STOP, "1");
        processes.forEach(process ->
            Await.parking().until("the end of a process", SOON, () -> !process.isRunning()));
    }

    private long count()
    {
        final String count = (String)resource.call("GET", OrderedHolder.COUNT);

        return count == null ? 0 : Long.parseLong(count);
    }

    private void check() throws IOException
    {
        final List<Holding> holdings = new ArrayList<>();
        final List<Integer> shares = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++)
        {
            final int process = i;
            final List<String> lines = Files.readAllLines(file(i));
            lines.forEach(line -> holdings.add(Holding.parse(process, line)));
            shares.add(lines.size());
        }
        final List<Holding> lost = holdings.stream().filter(holding -> !holding.isHeld()).toList();
        System.out.println("token order: " + holdings.size() + " acquisitions, " + kills + " kills, " +
            lost.size() + " leases lost, shares " + shares);

        assertThat(holdings).hasSizeGreaterThanOrEqualTo(ACQUISITIONS);
        assertThat(holdings.stream().map(Holding::token)).as("tokens").doesNotHaveDuplicates();
        assertThat(holdings).as("refused by the resource")
            .allMatch(holding -> holding.isWritten() || !holding.isHeld());
        checkOrder(holdings);
        checkExclusion(holdings);
        assertThat(shares).allMatch(share -> share >= (IS_LONG ? 3 * holdings.size() / 100 : 1));
    }

    /**
     * Who had the lock before another asked for it has the lower token.
     */
    private static void checkOrder(final List<Holding> holdings)
    {
        final List<Holding> got = holdings.stream().sorted(comparingLong(Holding::gotNs)).toList();
        long highest = 0;
        int seen = 0;
        for (final Holding later : holdings.stream().sorted(comparingLong(Holding::askedNs)).toList())
        {
            while (got.get(seen).gotNs() - later.askedNs() < 0)
            {
                highest = Math.max(highest, got.get(seen).token());
                seen++;
            }
            assertThat(later.token()).as("token of %s", later).isGreaterThan(highest);
        }
    }

    private static void checkExclusion(final List<Holding> holdings)
    {
        long endNs = Long.MIN_VALUE;
        for (final Holding held : holdings.stream().filter(Holding::isHeld)
            .sorted(comparingLong(Holding::gotNs)).toList())
        {
            assertThat(held.gotNs()).as("%s begins", held).isGreaterThan(endNs);
            endNs = Math.max(endNs, held.endNs());
        }
    }
}
