/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.bench.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the library is to reach, compared with what a run measured. Ratios are medians of those within a
 * round.
 */
final class Bounds
{
    private static final String UNCONTENDED = "uncontended";
    private static final String CEILING = "in-flight-256";
    private static final String ASYNC = "redlock-dedicated";
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
        toFloor("redlock-dedicated-blocking", Figure.ACQUIRE_P50, 2.0);
        toFloor("redlock-dedicated-blocking", Figure.ACQUIRE_P99, 2.5);
    }

    private void toFloor(final String contender, final Figure figure, final double limit)
    {
        final Optional<Group> floor = "floor-java".equals(contender) ?
            folder.first(UNCONTENDED, "floor-c") : folder.floor(UNCONTENDED);
        final double ratio = ratio(folder.first(UNCONTENDED, contender), floor, figure);
        atMost(contender + ", " + figure.label() + ", by the floor's", limit, ratio, TIMES);
    }

    private void throughput()
    {
        final Optional<Group> ours = folder.first(CEILING, ASYNC);
        atLeast("256 in flight, cycles/s, by the pipelined ceiling", 0.75,
            ratio(ours, folder.floor(CEILING), Figure.CYCLES_PER_SECOND), TIMES);
        atLeast("256 in flight, cycles/s, by Redisson RedLock's", 40,
            ratio(ours, folder.first(CEILING, "redisson-redlock"), Figure.CYCLES_PER_SECOND), TIMES);
        atLeast("256 in flight, cycles/s, by Lettuce's by hand", 5,
            ratio(ours, folder.first(CEILING, "lettuce-by-hand"), Figure.CYCLES_PER_SECOND), TIMES);
    }

    private void faults()
    {
        for (final String scenario : List.of("one-down", "one-slow-50ms"))
        {
            for (final Group group : folder.of(scenario))
            {
                final Optional<Group> healthy = folder.first(scenario + "-healthy", group.contender())
                    .or(() -> folder.first(UNCONTENDED, group.contender()));
                if (group.isOurs() && healthy.isPresent())
                {
                    final String claim = scenario + ", " + group.contender() + ", ";
                    atMost(claim + "acquire p50, by the healthy one's", 1.1,
                        group.ratio(Figure.ACQUIRE_P50, healthy.get()), TIMES);
                    atMost(claim + "acquire p99, by the healthy one's", 1.3,
                        group.ratio(Figure.ACQUIRE_P99, healthy.get()), TIMES);
                }
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
        for (final Group group : folder.of(scenario))
        {
            if (group.isOurs())
            {
                final String claim = "contended by " + who + ", " + group.contender() + ", ";
                atLeast(claim + "hand-overs/s, by Redisson RedLock's", limit, ratio(Optional.of(group),
                    folder.first(scenario, "redisson-redlock"), Figure.HAND_OVERS_PER_SECOND), TIMES);
                atMost(claim + "longest wait, by the median wait", 50,
                    Numbers.median(group.ratios(Figure.LONGEST_WAIT, group, Figure.ACQUIRE_P50)), TIMES);
            }
        }
    }

    private void held()
    {
        folder.first("held-10000", "redlock-dedicated-blocking").ifPresent(group ->
        {
            final Row row = group.rows().get(0);
            final String claim = "10,000 leases of 30 s, extended automatically: ";
            atMost(claim + "processor time", 3, number(row, "cpu_percent_of_a_core"), "% of a core");
            atMost(claim + "heap per lease", 1024, number(row, "heap_bytes_per_lease"), "B");
            atMost(claim + "allocated in 20 s, with a byte per hundred extensions for the compiler", 200,
                number(row, "allocated_bytes"), "B");
            atMost(claim + "leases lost", 0, number(row, "leases") - number(row, "still_held"), "");
        });
    }

    private static double number(final Row row, final String parameter)
    {
        return Double.parseDouble(row.parameter(parameter));
    }

    private void parts()
    {
        folder.jmh().ifPresent(json ->
        {
            final List<JmhScore> scores = JmhScore.of(json);
            nanos(scores, "EngineRoundBenchmark.round", "engine alone: acquire, five votes, release", 500);
            nanos(scores, "EncodeBenchmark.set", "encode and patch a SET", 50);
            nanos(scores, "DecodeBenchmark.ok", "decode a grant", 20);
            nanos(scores, "DecodeBenchmark.nil", "decode a refusal", 20);
            nanos(scores, "DecodeBenchmark.number", "decode the answer to a release", 20);
            atMost("bytes per operation, worst of the micro benchmarks", 0.01, scores.stream()
                .filter(JmhScore::isMicro).mapToDouble(JmhScore::bytesPerOperation)
                .filter(bytes -> !Double.isNaN(bytes)).max().orElse(Double.NaN), "B");
        });
    }

    private void nanos(
        final List<JmhScore> scores, final String benchmark, final String claim, final double limit)
    {
        scores.stream().filter(score -> score.name().endsWith(benchmark)).forEach(score ->
            atMost(claim + (score.parameters().isEmpty() ? "" : " (" + score.parameters() + ")"), limit,
                score.score(), "ns"));
    }

    private static double ratio(
        final Optional<Group> group, final Optional<Group> reference, final Figure figure)
    {
        return group.isPresent() && reference.isPresent() ?
            group.get().ratio(figure, reference.get()) : Double.NaN;
    }

    private void atMost(final String claim, final double limit, final double measured, final String unit)
    {
        bounds.add(new Bound(claim, limit, true, measured, unit));
    }

    private void atLeast(final String claim, final double limit, final double measured, final String unit)
    {
        bounds.add(new Bound(claim, limit, false, measured, unit));
    }
}
