// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * The search for a history that finds one planted bug. Runs on a thread of its own, which nobody waits for if
 * the bug makes a history endless.
 */
final class Hunt
{
    private static final long LOOK_EVERY_MS = 50;

    private final CompletableFuture<Find> found = new CompletableFuture<>();
    private final Mutant mutant;
    private final Supplier<LongFunction<String>> world;
    private final long firstSeed;
    private final long budgetNs;
    private final long longestHistoryNs;
    private final long startNs = System.nanoTime();
    private volatile long seed;
    private volatile long historyNs;
    private volatile boolean hasBegun;

    /**
     * A hunt that has not begun.
     *
     * @param mutant           that is hunted.
     * @param world            plants it, and then gives the complaint of the history of a seed, or null.
     * @param firstSeed        to begin with; the following ones come next.
     * @param budgetNs         how long to go on.
     * @param longestHistoryNs how long one history may take: longer, and the bug counts as found by I6.
     */
    Hunt(final Mutant mutant, final Supplier<LongFunction<String>> world, final long firstSeed,
        final long budgetNs, final long longestHistoryNs)
    {
        this.mutant = mutant;
        this.world = world;
        this.firstSeed = firstSeed;
        this.budgetNs = budgetNs;
        this.longestHistoryNs = longestHistoryNs;
        seed = firstSeed;
    }

    /**
     * Hunts until the bug is found or the budget is used up.
     *
     * @return what came of it.
     * @throws InterruptedException if the caller is interrupted.
     * @throws ExecutionException   if the bug cannot be planted.
     */
    Find run() throws InterruptedException, ExecutionException
    {
        final Thread thread = new Thread(this::search, "hunt-" + mutant.number());
        thread.setDaemon(true);
        thread.start();
        while (!found.isDone())
        {
            if (hasBegun && System.nanoTime() - historyNs > longestHistoryNs)
            {
                found.complete(find("I6 the history of seed " + seed + " has not ended within " +
                    TimeUnit.NANOSECONDS.toMillis(longestHistoryNs) + " ms"));
            }
            awaitALittle();
        }

        return found.get();
    }

    private void awaitALittle() throws InterruptedException, ExecutionException
    {
        try
        {
            found.get(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
        }
        catch (final TimeoutException ignored)
        {
            Thread.onSpinWait();
        }
    }

    private void search()
    {
        try
        {
            final LongFunction<String> histories = world.get();
            String complaint = null;
            historyNs = System.nanoTime();
            hasBegun = true;
            for (long next = firstSeed; complaint == null && !found.isDone() && isWithinBudget(next); next++)
            {
                seed = next;
                complaint = histories.apply(next);
                historyNs = System.nanoTime();
            }
            found.complete(find(complaint));
        }
        catch (final RuntimeException | Error ex)
        {
            found.completeExceptionally(ex);
        }
    }

    private boolean isWithinBudget(final long next)
    {
        return next == firstSeed || System.nanoTime() - startNs < budgetNs;
    }

    private Find find(final String complaint)
    {
        return new Find(mutant, seed, seed - firstSeed + 1, System.nanoTime() - startNs, complaint);
    }
}
