// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;

import org.junit.jupiter.api.Test;

class HuntTest
{
    private static final String FILE = "docs/planted-bugs.md";
    private static final Mutant MUTANT =
        new Mutant(99, "no bug at all", List.of("I1", "I4"), 0, "inside", List.of());

    @Test
    void shouldCountTheHistoriesUpToTheFind() throws Exception
    {
        final Find find = hunt(
            (seed) -> seed == 12 ? "I1 two holders" : null, SECONDS.toNanos(60), SECONDS.toNanos(60));

        assertThat(find.isFound()).isTrue();
        assertThat(find.seed()).isEqualTo(12);
        assertThat(find.histories()).isEqualTo(3);
        assertThat(MUTANT.isBlamed(find.complaint())).isTrue();
    }

    @Test
    void shouldEndWithItsBudget() throws Exception
    {
        final Find find = hunt((seed) -> null, MILLISECONDS.toNanos(200), SECONDS.toNanos(60));

        assertThat(find.isFound()).isFalse();
        assertThat(find.elapsedNs()).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(200));
    }

    @Test
    void shouldNameTheBoundOfAHistoryThatDoesNotEnd() throws Exception
    {
        final CountDownLatch end = new CountDownLatch(1);
        final Find find = hunt((seed) -> await(end), MILLISECONDS.toNanos(200), MILLISECONDS.toNanos(100));
        end.countDown();

        assertThat(find.complaint()).isEqualTo("I6 the history of seed 10 has not ended within 100 ms");
        assertThat(MUTANT.isBlamed(find.complaint())).isFalse();
    }

    @Test
    void shouldSayWhatToDoWhenTheSourceHasMovedOn()
    {
        assertThatThrownBy(() -> new Edit(FILE, "not there", "").apply("text", 99))
            .hasMessageContaining("planted bug 99").hasMessageContaining(FILE)
            .hasMessageContaining("no longer").hasMessageContaining("not there");
        assertThatThrownBy(() -> new Edit(FILE, "t", "").apply("text", 99))
            .hasMessageContaining("more than once");
        assertThat(new Edit(FILE, "ex", "es").apply("text", 99)).isEqualTo("test");
    }

    private static Find hunt(
        final LongFunction<String> histories, final long budgetNs, final long longestNs) throws Exception
    {
        return new Hunt(MUTANT, () -> histories, 10, budgetNs, longestNs).run();
    }

    private static String await(final CountDownLatch end)
    {
        try
        {
            assertThat(end.await(60, SECONDS)).isTrue();

            return null;
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
