// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.LockHandle;
import dev.redlock.NodeVote;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.cli.Main;
import dev.redlock.client.tck.clock.WallClock;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * {@code probe} calls a node fit exactly when a new client would get its vote for a new lock. A new client
 * says whether it gets it, at the same time, over real servers. Each state is shown at level RESTART, and at
 * STRICT where the vote differs; {@code -Dredlock.probe.levels=all} shows each at both.
 */
@Tag("proof")
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ProbedStatesTest
{
    /*
     * A clock that runs wrong is found out by some heartbeats; so many samples of each node's are enough.
     */
    private static final int SAMPLES = 5;
    private static final Duration CLOCKS_WITHIN = Duration.ofSeconds(4);
    private static final Duration SOON = Duration.ofSeconds(40);
    private static final String SCHEME = "redis://";
    private static final Pattern FIT = Pattern.compile("\"fit\": (true|false)");

    private static final boolean IS_ALL = "all".equals(System.getProperty("redlock.probe.levels"));

    private static final Queue<Lane> ALL = new ConcurrentLinkedQueue<>();
    private static final Queue<Lane> IDLE = new ConcurrentLinkedQueue<>();

    private static Path directory;
    private static ExecutorService probes;

    /**
     * What one case at a time uses.
     *
     * @param good  two servers that are well.
     * @param clock of the third, which each case has for itself.
     */
    record Lane(RedisServers good, WallClock clock)
    {
    }

    @BeforeAll
    static void startServers() throws Exception
    {
        directory = WallClock.assumeMovable();
        // Not the common pool, which has one thread on a machine of two cores.
        probes = Executors.newCachedThreadPool();
    }

    @AfterAll
    static void stopServers()
    {
        ALL.forEach((lane) -> lane.good().close());
        if (directory != null)
        {
            probes.shutdownNow();
            WallClock.delete(directory);
        }
    }

    private static synchronized Lane lane() throws IOException
    {
        final Lane idle = IDLE.poll();
        if (idle != null)
        {
            return idle;
        }
        final Lane lane = new Lane(RedisServers.start(2), new WallClock(directory, ALL.size()));
        ALL.add(lane);

        return lane;
    }

    static Stream<Arguments> states()
    {
        return ProbedState.all().stream().flatMap((state) ->
            Stream.of(QuarantineLevel.RESTART, QuarantineLevel.STRICT)
                .filter((level) -> IS_ALL || level == QuarantineLevel.RESTART ||
                    state.atStrict() != state.atRestart())
                .map((level) -> Arguments.of(state, level)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("states")
    void shouldCallFitWhoseVoteANewClientWouldGet(final ProbedState state, final QuarantineLevel level)
        throws Exception
    {
        final Lane lane = lane();
        final WallClock clock = lane.clock();
        IntStream.range(0, 2).forEach((node) -> lane.good().server(node).call("FLUSHALL"));
        clock.repair();
        try (Stage stage =
            new Stage(lane.good().uris(), state.server().apply(clock.server(directory)), clock, level))
        {
            state.scene().on(stage);
            final CompletableFuture<String> probing =
                CompletableFuture.supplyAsync(() -> probeInTime(stage, well(stage, state.at(level))), probes);
            final List<Cause> votes = votes(stage, state.at(level));
            final String report = probing.get(SOON.toSeconds() * 6, TimeUnit.SECONDS);

            assertThat(fit(report)).as("%s at %s, whose votes are %s: %s", state, level, votes, report)
                .containsExactlyInAnyOrderElementsOf(
                    votes.stream().map(ProbedStatesTest::isFit).toList());
        }
        finally
        {
            IDLE.add(lane);
        }
    }

    private static List<String> well(final Stage stage, final Cause awaited)
    {
        return awaited == Cause.GRANTED ? List.copyOf(stage.uris) : List.copyOf(stage.uris).subList(0, 2);
    }

    private static List<Cause> votes(final Stage stage, final Cause awaited)
    {
        final RedlockBuilder builder = stage.client();
        try (Redlock redlock = (stage.isFresh && !stage.isStrict() ? builder.assumeNodesFresh() : builder)
            .build(); LockHandle handle = redlock.handle("probed"))
        {
            final long startNs = System.nanoTime();
            Await.parking().until("clocks known", SOON,
                () -> System.nanoTime() - startNs > CLOCKS_WITHIN.toNanos() || knowsClocks(redlock));

            // A thread that stands still makes a node late, for once.
            return Await.parking().until("votes", SOON, () -> votes(handle),
                (votes) -> awaited == Cause.GRANTED ?
                    votes.stream().allMatch(Cause.GRANTED::equals) : votes.contains(awaited));
        }
    }

    /*
     * Whose answer did not matter any more, or who was not asked as others are away, is one of the good ones.
     */
    private static boolean isFit(final Cause vote)
    {
        return vote == Cause.GRANTED || vote == Cause.PENDING || vote == Cause.NOT_ASKED;
    }

    private static boolean knowsClocks(final Redlock redlock)
    {
        return IntStream.range(0, redlock.nodes().size())
            .allMatch((node) -> redlock.metrics().clock(node).samples() >= SAMPLES);
    }

    private static List<Cause> votes(final LockHandle handle)
    {
        final long term = handle.tryAcquire();
        final List<Cause> votes = handle.votes().stream().map(NodeVote::cause).toList();
        handle.release(term);

        return votes;
    }

    /*
     * Looks again if a machine that is busy had no time for a question, or for the answer of a node that is
     * well.
     */
    private static String probeInTime(final Stage stage, final List<String> well)
    {
        return Await.parking().until("a probe in time", SOON.multipliedBy(5), () -> probe(stage), (report) ->
            !report.contains("was not asked in time: earlier questions") && well.stream().noneMatch((uri) ->
                report.contains("node " + uri.substring(SCHEME.length()) + " did not answer in time")));
    }

    private static String probe(final Stage stage)
    {
        final StringWriter out = new StringWriter();
        final List<String> args = new ArrayList<>(List.of("probe", "--json", "--nodes",
            String.join(",", stage.uris), "--quorum", Integer.toString(stage.uris.size()),
            "--prefix", Stage.PREFIX, "--samples", "20", "--clock", "2s"));
        if (stage.isStrict())
        {
            args.add("--strict");
        }
        else if (stage.isFresh)
        {
            args.add("--assume-nodes-fresh");
        }
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(out))
            .execute(args.toArray(new String[0]));

        return Objects.toString(out);
    }

    private static List<Boolean> fit(final String report)
    {
        return FIT.matcher(report).results().map((result) -> Boolean.valueOf(result.group(1))).toList();
    }
}
