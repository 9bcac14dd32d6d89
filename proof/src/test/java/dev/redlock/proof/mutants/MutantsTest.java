// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Bugs are planted in the sources, one at a time, and the simulator must find each. That takes the profile
 * {@code proof}; without it, every bug must still fit the sources. By default a hunt begins with the history
 * that has found the bug before. With {@code -Dredlock.mutants=all} it begins anywhere ({@code
 * -Dredlock.mutants.seed=N} says where), and the documentation's table is written. With numbers ({@code
 * -Dredlock.mutants=4,23}) these alone are hunted so.
 */
class MutantsTest
{
    private static final int AT_ONCE = 2;
    private static final long BUDGET_NS = TimeUnit.SECONDS.toNanos(180);
    private static final long LONGEST_HISTORY_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long SEEDS_APART = 1L << 40;
    private static final String WHICH = System.getProperty("redlock.mutants", "");
    private static final long MASTER_SEED = Long.getLong("redlock.mutants.seed", 1);

    private final List<Mutant> mutants = MutantFiles.all();

    @TestFactory
    @Tag("proof")
    Stream<DynamicTest> shouldFind() throws Exception
    {
        final List<Mutant> hunted = mutants.stream().filter(MutantsTest::isHunted).toList();
        System.out.println("planted bugs: " + hunted.size() + " are hunted, " +
            (WHICH.isEmpty() ? "from the seeds that found them" : "master seed " + MASTER_SEED));
        final List<Find> finds = hunt(hunted);
        finds.forEach((find) -> System.out.println("planted bug " + find));
        if (!WHICH.isEmpty())
        {
            finds.stream().filter(Find::isFound)
                .forEach((find) -> MutantFiles.note(find.mutant(), find.seed()));
        }
        if (WHICH.equals("all") && finds.stream().allMatch(Find::isExpected))
        {
            BugTable.write(finds, MASTER_SEED);
        }

        return finds.stream()
            .map((find) -> DynamicTest.dynamicTest(find.mutant().toString(), () -> judge(find)));
    }

    /**
     * At a quarter of the seeds, or all where all are hunted: one takes as long as a hunt.
     */
    @Test
    @Tag("proof")
    void shouldNotComplainWhereNothingIsPlanted()
    {
        final MutantWorld world = new MutantWorld(Map.of());

        for (int i = 0; i < mutants.size(); i += WHICH.equals("all") ? 1 : 4)
        {
            final Mutant mutant = mutants.get(i);
            assertThat(world.complaint(mutant.seed(), mutant.envelope()))
                .as("seed " + mutant.seed()).isNull();
        }
    }

    @Test
    void shouldFitTheSourcesAsTheyAre()
    {
        assertThat(mutants).allSatisfy((mutant) -> assertThat(mutant.sources()).isNotEmpty());
    }

    @Test
    void shouldPlantOrNameEveryBug()
    {
        for (int number = 1; number <= PlantedBugs.NAMES.size(); number++)
        {
            final int wanted = number;
            final List<String> planted = mutants.stream().filter((mutant) -> mutant.number() == wanted)
                .map(Mutant::bug).toList();

            assertThat(planted).isEqualTo(PlantedBugs.PENDING.containsKey(number) ?
                List.of() : List.of(PlantedBugs.NAMES.get(number - 1)));
        }
        assertThat(PlantedBugs.NAMES).hasSize(29).doesNotHaveDuplicates();
        assertThat(mutants).extracting(Mutant::number).doesNotHaveDuplicates();
    }

    @Test
    void shouldBeListedInTheDocumentation()
    {
        // The second column ends behind any number, which has three digits at most.
        final List<String> listed = BugTable.present().lines()
            .filter((line) -> line.matches("\\| \\d.*"))
            .map((line) -> line.substring(0, line.indexOf(" | ", "| 100 |".length()) + 3)).toList();
        final List<String> known = new ArrayList<>();
        mutants.forEach((mutant) -> known.add(BugTable.head(mutant.number(), mutant.bug())));
        PlantedBugs.PENDING.keySet().forEach((number) ->
            known.add(BugTable.head(number, PlantedBugs.NAMES.get(number - 1))));

        assertThat(listed).as("the table is written by -Dredlock.mutants=all").isEqualTo(known);
    }

    private static boolean isHunted(final Mutant mutant)
    {
        return WHICH.isEmpty() || WHICH.equals("all") ||
            Arrays.asList(WHICH.split(",")).contains(Integer.toString(mutant.number()));
    }

    private static List<Find> hunt(final List<Mutant> hunted) throws Exception
    {
        final ExecutorService hunters = Executors.newFixedThreadPool(AT_ONCE);
        try
        {
            final List<Callable<Find>> hunts = hunted.stream().map(MutantsTest::hunting).toList();
            final List<Find> finds = new ArrayList<>();
            for (final Future<Find> hunt : hunters.invokeAll(hunts))
            {
                finds.add(hunt.get());
            }

            return finds;
        }
        finally
        {
            hunters.shutdownNow();
        }
    }

    private static Callable<Find> hunting(final Mutant mutant)
    {
        return () -> new Hunt(mutant, () -> worldOf(mutant),
            WHICH.isEmpty() ? mutant.seed() : MASTER_SEED * SEEDS_APART, BUDGET_NS, LONGEST_HISTORY_NS).run();
    }

    private static LongFunction<String> worldOf(final Mutant mutant)
    {
        final MutantWorld world = MutantWorld.with(mutant);

        return (seed) -> world.complaint(seed, mutant.envelope());
    }

    private static void judge(final Find find)
    {
        assertThat(find.isFound()).as(find.toString()).isTrue();
        assertThat(find.isExpected()).as("expected one of " + find.mutant().breaks() + ": " + find).isTrue();
    }
}
