// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.redlock.bench.results.raw.Figure;
import dev.redlock.bench.results.raw.Folder;
import dev.redlock.bench.results.raw.Group;
import dev.redlock.bench.results.raw.JmhScore;
import dev.redlock.bench.results.raw.Row;
import dev.redlock.bench.results.raw.Spread;

/**
 * What the library is to reach, compared with what a run measured. Ratios are medians of those within a
 * round. What a run did not measure stays in the list and says so.
 */
final class Bounds
{
    private static final String UNCONTENDED = "uncontended";
    private static final String CEILING = "in-flight-256";
    private static final String ASYNC = "redlock-dedicated";
    private static final String BLOCKING = "redlock-dedicated-blocking";
    private static final String REDISSON = "redisson-redlock";
    private static final String TIMES = "×";

    private final List<Bound> bounds = new ArrayList<>();
    private final Folder folder;

    private Bounds(final Folder folder)
    {
        this.folder = folder;
    }

    static List<Bound> of(final Folder folder)
    {
        final Bounds all = new Bounds(folder);
        all.latency();
        all.throughput();
        all.fencing();
        all.faults();
        all.contention();
        all.held();
        all.parts();

        return all.bounds;
    }

    private void latency()
    {
        toFloor("floor-java", Figure.ACQUIRE_P50, 1.05);
        toFloor("redlock-invoker", Figure.ACQUIRE_P50, 1.10);
        toFloor("redlock-invoker", Figure.ACQUIRE_P99, 1.25);
        toFloor("redlock-dedicated-yielding", Figure.ACQUIRE_P50, 1.40);
        toFloor("redlock-dedicated-yielding", Figure.ACQUIRE_P99, 1.7);
        toFloor(BLOCKING, Figure.ACQUIRE_P50, 2.0);
        toFloor(BLOCKING, Figure.ACQUIRE_P99, 2.5);
    }

    private void toFloor(final String contender, final Figure figure, final double limit)
    {
        final Optional<Group> floor = "floor-java".equals(contender) ?
            folder.of(UNCONTENDED, "floor-c") : folder.floor(UNCONTENDED);
        atMost(contender + ", " + figure.label() + ", by the floor's", limit,
            ratios(folder.of(UNCONTENDED, contender), floor, figure), TIMES);
    }

    /*
     * By what the same servers allow, and by what a user could write himself: how far other libraries stay
     * behind is up to the machine.
     */
    private void throughput()
    {
        final Optional<Group> ours = folder.of(CEILING, ASYNC);
        atLeast("256 in flight, cycles/s, by the C program's, which sends in batches", 0.75,
            ratios(ours, folder.of(CEILING, "floor-c"), Figure.CYCLES_PER_SECOND), TIMES);
        final Optional<Group> loop = Stream.of("lettuce-by-hand", "lettuce-by-hand-batched")
            .flatMap(name -> folder.of(CEILING, name).stream())
            .max(Comparator.comparingDouble(group -> group.median(Figure.CYCLES_PER_SECOND)));
        atLeast("256 in flight, cycles/s, by the best hand-written Lettuce loop's" +
            loop.map(group -> " (" + group.contender() + ")").orElse(""), 2,
            ratios(ours, loop, Figure.CYCLES_PER_SECOND), TIMES);
    }

    private void fencing()
    {
        for (final String contender : List.of("redlock-invoker", BLOCKING))
        {
            final Optional<Group> fenced = folder.of("fenced", contender + "-fenced");
            final Optional<Group> plain = folder.of("fenced", contender);
            final String claim = "fenced, " + contender + ", ";
            atMost(claim + "acquire p50, by the plain lock's", 1.35,
                ratios(fenced, plain, Figure.ACQUIRE_P50), TIMES);
            atMost(claim + "cycle p50, by the plain lock's", 1.3,
                ratios(fenced, plain, Figure.CYCLE_P50), TIMES);
        }
    }

    private void faults()
    {
        for (final String scenario : List.of("one-down", "one-slow-50ms"))
        {
            for (final String contender : ours(scenario))
            {
                final Optional<Group> ours = folder.of(scenario, contender);
                final Optional<Group> healthy = folder.of(scenario + "-healthy", contender)
                    .or(() -> folder.of(UNCONTENDED, contender));
                final String claim = scenario + ", " + contender + ", ";
                atMost(claim + "acquire p50, by the healthy one's", 1.1,
                    ratios(ours, healthy, Figure.ACQUIRE_P50), TIMES);
                atMost(claim + "acquire p99, by the healthy one's", 1.3,
                    ratios(ours, healthy, Figure.ACQUIRE_P99), TIMES);
            }
        }
    }

    private void contention()
    {
        contention("contended-8", "8 threads of one client", 8);
        contention("contended-8-clients", "8 clients", 3);
    }

    private void contention(final String scenario, final String who, final double limit)
    {
        for (final String contender : ours(scenario))
        {
            final Optional<Group> ours = folder.of(scenario, contender);
            final String claim = "contended by " + who + ", " + contender + ", ";
            atLeast(claim + "hand-overs/s, by Redisson RedLock's", limit,
                ratios(ours, folder.of(scenario, REDISSON), Figure.HAND_OVERS_PER_SECOND), TIMES);
            atMost(claim + "longest wait, by the median wait", 50, ours.map(group -> Spread.ofRounds(
                group.ratios(Figure.LONGEST_WAIT, group, Figure.ACQUIRE_P50)))
                .orElse(Spread.unmeasured()), TIMES);
        }
    }

    /*
     * One of ours stands for all where none has run, so that the bound does not vanish with the scenario.
     */
    private List<String> ours(final String scenario)
    {
        final List<String> ours = folder.of(scenario).stream().filter(Group::isOurs).map(Group::contender)
            .distinct().toList();

        return ours.isEmpty() ? List.of(BLOCKING) : ours;
    }

    private void held()
    {
        final Optional<Row> row = folder.of("held-10000", BLOCKING).map(group -> group.rows().get(0));
        final String claim = "10,000 leases of 30 s, extended automatically: ";
        atMost(claim + "processor time", 3, number(row, "cpu_percent_of_a_core"), "% of a core");
        atMost(claim + "heap per lease, with the place that is kept ready for it", 1024,
            number(row, "heap_bytes_per_lease"), "B");
        atMost("the same client with nothing held: processor time", 0.5,
            number(row, "cpu_percent_of_a_core_before"), "% of a core");
        atMost(claim + "allocated in 20 s, with a byte per hundred extensions for the compiler", 200,
            number(row, "allocated_bytes"), "B");
        atMost(claim + "leases lost", 0, number(row, "leases") - number(row, "still_held"), "");
    }

    private static double number(final Optional<Row> row, final String parameter)
    {
        return row.map(some -> some.parameter(parameter)).orElse(Double.NaN);
    }

    private void parts()
    {
        final List<JmhScore> scores = folder.jmh().map(JmhScore::of).orElse(List.of());
        nanos(scores, "EngineRoundBenchmark.round", "engine alone: acquire, five votes, release", 500);
        nanos(scores, "EncodeBenchmark.set", "encode and patch a SET", 50);
        nanos(scores, "DecodeBenchmark.ok", "decode a grant", 20);
        nanos(scores, "DecodeBenchmark.nil", "decode a refusal", 20);
        nanos(scores, "DecodeBenchmark.number", "decode the answer to a release", 20);
        atMost("bytes per operation, worst of the micro benchmarks", 0.01, scores.stream()
            .filter(score -> score.isMicro() && !Double.isNaN(score.bytes().value()))
            .max(Comparator.comparingDouble(score -> score.bytes().value()))
            .map(score -> score.bytes().spread()).orElse(Spread.unmeasured()), "B");
    }

    private void nanos(
        final List<JmhScore> scores, final String benchmark, final String claim, final double limit)
    {
        final List<JmhScore> found =
            scores.stream().filter(score -> score.name().endsWith(benchmark)).toList();
        if (found.isEmpty())
        {
            atMost(claim, limit, Spread.unmeasured(), "ns");
        }
        found.forEach(score ->
            atMost(claim + (score.parameters().isEmpty() ? "" : " (" + score.parameters() + ")"), limit,
                score.score().spread(), "ns"));
    }

    private static Spread ratios(
        final Optional<Group> group, final Optional<Group> reference, final Figure figure)
    {
        return group.isPresent() && reference.isPresent() ?
            group.get().spread(figure, reference.get()) : Spread.unmeasured();
    }

    private void atMost(final String claim, final double limit, final double measured, final String unit)
    {
        atMost(claim, limit, Spread.ofRounds(measured), unit);
    }

    private void atMost(final String claim, final double limit, final Spread measured, final String unit)
    {
        bounds.add(new Bound(claim, limit, true, measured, unit));
    }

    private void atLeast(final String claim, final double limit, final Spread measured, final String unit)
    {
        bounds.add(new Bound(claim, limit, false, measured, unit));
    }
}
