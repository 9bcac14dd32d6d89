// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.bench.results.raw.Figure;
import dev.redlock.bench.results.raw.Folder;
import dev.redlock.bench.results.raw.Spread;

class BoundsTest
{
    private static final String PROGRAM = "256 in flight, cycles/s, by the C program's";
    private static final String LOOP = "256 in flight, cycles/s, by the best hand-written Lettuce loop's";

    @TempDir
    private Path path;

    private final List<String> rows = new ArrayList<>();

    private void row(final String scenario, final String contender, final int round, final String figures)
    {
        rows.add("{\"scenario\":\"" + scenario + "\",\"contender\":\"" + contender + "\",\"round\":" + round +
            ",\"parameters\":{}," + figures + "}");
    }

    private static String acquire(final double p50, final double p99)
    {
        return "\"acquire\":{\"p50_us\":" + p50 + ",\"p99_us\":" + p99 + "}";
    }

    private static String cycles(final double perSecond)
    {
        return "\"cycles_per_second\":" + perSecond;
    }

    private Folder folder() throws IOException
    {
        Files.writeString(path.resolve("command.txt"), "rig", UTF_8);
        Files.writeString(path.resolve("environment.json"), "{}", UTF_8);
        Files.writeString(path.resolve("rig.json"),
            "{\"settings\":{},\"rows\":[" + String.join(",", rows) + "]}", UTF_8);

        return Folder.read(path);
    }

    private static Bound bound(final Folder folder, final String claim)
    {
        return Bounds.of(folder).stream().filter(bound -> bound.claim().startsWith(claim)).findFirst()
            .orElseThrow();
    }

    @Test
    void shouldCompareTheInvokerWithTheFloorInC() throws IOException
    {
        row("uncontended", "floor-java", 1, acquire(60, 100));
        row("uncontended", "floor-c", 1, acquire(50, 100));
        row("uncontended", "redlock-invoker", 1, acquire(56, 124));

        final Folder folder = folder();
        assertThat(bound(folder, "floor-java").measured().value()).isEqualTo(1.2);
        assertThat(bound(folder, "floor-java").isMet()).isFalse();
        assertThat(bound(folder, "redlock-invoker, acquire p50").measured().value()).isEqualTo(1.12);
        assertThat(bound(folder, "redlock-invoker, acquire p50").verdict()).isEqualTo("**missed**");
        assertThat(bound(folder, "redlock-invoker, acquire p99").verdict()).isEqualTo("met");
        assertThat(bound(folder, "redlock-dedicated-blocking").verdict()).isEqualTo("not measured");
    }

    @Test
    void shouldSayThatTheRoundsDoNotDecide() throws IOException
    {
        for (int round = 1; round <= 3; round++)
        {
            row("uncontended", "floor-java", round, acquire(100, 100));
            row("uncontended", "redlock-invoker", round, acquire(99 + 6 * round, 150 + round));
            row("uncontended", "redlock-dedicated-yielding", round, acquire(130 + 6 * round, 100));
        }

        final Bound missed = bound(folder(), "redlock-invoker, acquire p50");
        assertThat(missed.verdict()).isEqualTo("**missed**, undecided");
        assertThat(missed.measured().text()).isEqualTo("1.11 (1.05–1.17)");
        assertThat(bound(folder(), "redlock-invoker, acquire p99").verdict()).isEqualTo("**missed**");
        assertThat(bound(folder(), "redlock-dedicated-yielding, acquire p50").verdict())
            .isEqualTo("**missed**, undecided");
        assertThat(bound(folder(), "redlock-dedicated-yielding, acquire p99").verdict()).isEqualTo("met");
        assertThat(Report.of(folder(), List.of())).contains(
            "| redlock-invoker, acquire p50, by the floor's | ≤ 1.10 × | 1.11 × | 1.05–1.17 | " +
            "**missed**, undecided |",
            "* redlock-invoker, acquire p50, by the floor's: 1.11 × where ≤ 1.10 × was wanted, undecided " +
            "(1.05–1.17)");
    }

    @Test
    void shouldKeepALimitThatAllRoundsReachExactly()
    {
        final Bound bound = new Bound("c", 1.5, true, Spread.ofRounds(1.5, 1.25, 1.5), "×");

        assertThat(bound.verdict()).isEqualTo("met");
        assertThat(new Bound("c", 1.5, false, Spread.ofRounds(1.5, 1.5, 1.25), "×").verdict())
            .isEqualTo("met, undecided");
        assertThat(Spread.ofRounds(Double.NaN).isMeasured()).isFalse();
        assertThat(Spread.ofRounds(2, Double.NaN).spread()).isEqualTo("once");
    }

    @Test
    void shouldKeepWhatWasNotMeasured() throws IOException
    {
        row("uncontended", "floor-java", 1, acquire(60, 100));

        assertThat(Bounds.of(folder())).extracting(Bound::verdict).containsOnly("not measured");
        assertThat(Bounds.of(folder())).extracting(Bound::claim).contains("encode and patch a SET",
            "decode a grant", "bytes per operation, worst of the micro benchmarks")
            .anyMatch(claim -> claim.startsWith("one-down, "))
            .anyMatch(claim -> claim.startsWith("contended by 8 clients, "))
            .anyMatch(claim -> claim.startsWith("10,000 leases"));
    }

    @Test
    void shouldMeasureThroughputByTheProgramInC() throws IOException
    {
        row("in-flight-256", "floor-java", 1, cycles(200_000));
        row("in-flight-256", "redlock-dedicated", 1, cycles(76_000));
        assertThat(bound(folder(), PROGRAM).isMeasured()).isFalse();

        row("in-flight-256", "floor-c", 1, cycles(100_000));
        assertThat(bound(folder(), PROGRAM).measured().value()).isEqualTo(0.76);
        assertThat(bound(folder(), PROGRAM).isMet()).isTrue();
        assertThat(bound(folder(), PROGRAM).limitText()).isEqualTo("≥ 0.75 ×");
    }

    @Test
    void shouldMeasureThroughputByTheBetterOfTheLoopsByHand() throws IOException
    {
        row("in-flight-256", "redlock-dedicated", 1, cycles(76_000));
        row("in-flight-256", "lettuce-by-hand", 1, cycles(37_000));
        assertThat(bound(folder(), LOOP).isMet()).isTrue();

        row("in-flight-256", "lettuce-by-hand-batched", 1, cycles(40_000));
        assertThat(bound(folder(), LOOP).measured().value()).isEqualTo(1.9);
        assertThat(bound(folder(), LOOP).isMet()).isFalse();
        assertThat(bound(folder(), LOOP).claim()).contains("lettuce-by-hand-batched");
    }

    @Test
    void shouldNotAskForWhatTheMachineDecides() throws IOException
    {
        row("in-flight-256", "redlock-dedicated", 1, cycles(76_000));
        row("in-flight-256", "redisson-redlock", 1, cycles(2_000));

        assertThat(Bounds.of(folder())).extracting(Bound::claim)
            .filteredOn(claim -> claim.startsWith("256 in flight")).hasSize(2)
            .noneMatch(claim -> claim.contains("Redisson"));
    }

    @Test
    void shouldMeasureFaultsByTheHealthySame() throws IOException
    {
        row("uncontended", "redlock-invoker", 1, acquire(50, 100));
        row("one-down", "redlock-invoker", 1, acquire(54, 131));

        assertThat(bound(folder(), "one-down, redlock-invoker, acquire p50").isMet()).isTrue();
        assertThat(bound(folder(), "one-down, redlock-invoker, acquire p99").isMet()).isFalse();
    }

    @Test
    void shouldMeasureStarvationByTheMedianWait() throws IOException
    {
        row("contended-8", "redlock-dedicated-blocking", 1,
            acquire(100, 900) + ",\"longest_wait_us\":6000,\"hand_overs_per_second\":9000");
        row("contended-8", "redisson-redlock", 1, acquire(1, 1) + ",\"hand_overs_per_second\":1000");

        final String claim = "contended by 8 threads of one client, redlock-dedicated-blocking, ";
        assertThat(bound(folder(), claim + "hand-overs").measured().value()).isEqualTo(9);
        assertThat(bound(folder(), claim + "longest wait").measured().value()).isEqualTo(60);
    }

    @Test
    void shouldNameWhereAPeerIsBetterInEveryRound() throws IOException
    {
        for (int round = 1; round <= 3; round++)
        {
            row("s", "redlock-invoker", round, acquire(100, 100 + round));
            row("s", "spring-lockregistry-1", round, acquire(80, 102));
            row("s", "floor-java", round, acquire(1, 1));
        }

        assertThat(Losses.of(folder())).singleElement().satisfies(loss ->
        {
            assertThat(loss.figure()).isEqualTo(Figure.ACQUIRE_P50);
            assertThat(loss.peer().contender()).isEqualTo("spring-lockregistry-1");
            assertThat(loss.text()).isEqualTo("1.25 × (100 against 80.0)");
        });
    }

    @Test
    void shouldNameALongerWaitInEveryRound() throws IOException
    {
        row("s", "redlock-invoker", 1, "\"longest_wait_us\":3000");
        row("s", "redisson-redlock", 1, "\"longest_wait_us\":2000");

        assertThat(Losses.of(folder())).singleElement().satisfies(loss ->
            assertThat(loss.text()).isEqualTo("1.50 × (3,000 against 2,000)"));
    }

    @Test
    void shouldNameFailuresOfOursWhereAPeerHasNone() throws IOException
    {
        for (int round = 1; round <= 3; round++)
        {
            final int ours = round == 2 ? 1 : 0;
            row("s", "redlock-invoker", round, "\"failures\":" + ours + ",\"missed\":" + ours);
            row("s", "jedis-by-hand", round, "\"failures\":0,\"missed\":" + (round == 3 ? 1 : 0));
        }

        assertThat(Losses.of(folder())).singleElement().satisfies(loss ->
        {
            assertThat(loss.figure()).isEqualTo(Figure.FAILURES);
            assertThat(loss.text()).isEqualTo("1 against none");
        });
    }

    @Test
    void shouldReadWhatJmhMeasured() throws IOException
    {
        row("s", "floor-java", 1, acquire(1, 1));
        Files.writeString(path.resolve("jmh.json"), "[{\"benchmark\":\"a.b.EncodeBenchmark.set\"," +
            "\"mode\":\"avgt\",\"primaryMetric\":{\"score\":37.5,\"scoreError\":\"NaN\"," +
            "\"scoreUnit\":\"ns/op\"}," +
            "\"secondaryMetrics\":{\"gc.alloc.rate.norm\":{\"score\":0.02}}}]", UTF_8);

        assertThat(bound(folder(), "encode and patch a SET").measured().value()).isEqualTo(37.5);
        assertThat(bound(folder(), "encode and patch a SET").isMet()).isTrue();
        assertThat(bound(folder(), "encode and patch a SET").measured().spread()).isEqualTo("± unknown");
        assertThat(bound(folder(), "bytes per operation").isMet()).isFalse();
        assertThat(bound(folder(), "decode a grant").verdict()).isEqualTo("not measured");
    }

    @Test
    void shouldNotDecideByAScoreWhoseErrorReachesTheLimit() throws IOException
    {
        row("s", "floor-java", 1, acquire(1, 1));
        Files.writeString(path.resolve("jmh.json"), "[{\"benchmark\":\"a.b.EncodeBenchmark.set\"," +
            "\"mode\":\"avgt\",\"primaryMetric\":{\"score\":47.5,\"scoreError\":3," +
            "\"scoreUnit\":\"ns/op\"}," +
            "\"secondaryMetrics\":{\"gc.alloc.rate.norm\":{\"score\":0.002,\"scoreError\":0.001}}}]", UTF_8);

        final Bound encode = bound(folder(), "encode and patch a SET");
        assertThat(encode.verdict()).isEqualTo("met, undecided");
        assertThat(encode.measured().spread()).isEqualTo("± 3.00");
        assertThat(bound(folder(), "bytes per operation").verdict()).isEqualTo("met");
    }
}
