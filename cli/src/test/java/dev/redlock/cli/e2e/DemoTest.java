// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("proof")
class DemoTest
{
    private static final Pattern LAST_LINE =
        Pattern.compile("demo: ([0-9]+) acquisitions, ([0-9]+) violations, ([0-9]+) sold of ([0-9]+)");

    private static long[] lastLine(final RedlockProcess demo)
    {
        final String[] lines = demo.out().split("\n");
        final Matcher matcher = LAST_LINE.matcher(lines[lines.length - 1]);
        assertThat(matcher.matches()).as(demo.out() + demo.err()).isTrue();

        return new long[]{Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)),
            Long.parseLong(matcher.group(3)), Long.parseLong(matcher.group(4))};
    }

    @Test
    void shouldSellUnderLocksWhileANodeDiesAndComesBack() throws Exception
    {
        final RedlockProcess demo = RedlockProcess.run(List.of(), "demo", "--seconds", "3");

        final long[] numbers = lastLine(demo);
        assertThat(demo.status()).as(demo.out() + demo.err()).isZero();
        assertThat(numbers[0]).isGreaterThan(50);
        assertThat(numbers[1]).isZero();
        assertThat(numbers[2]).isBetween(1L, numbers[0]);
        assertThat(numbers[3]).isGreaterThan(numbers[2]);
        assertThat(demo.out()).containsSubsequence("locks/s", "was killed", "That adds up.");
        assertThat(demo.unwrapped()).contains("is back with an empty memory");
        demo.assertFits();
    }

    @Test
    void shouldNotCallANodeDownThatIsBackAndInQuarantine() throws Exception
    {
        final RedlockProcess demo = RedlockProcess.run(List.of(), "demo", "--seconds", "12");

        assertThat(demo.status()).as(demo.out() + demo.err()).isZero();
        assertThat(demo.unwrapped()).containsSubsequence(
            "was killed", "is back with an empty memory", "is out of quarantine, and votes again");
        final String[] lines = demo.out().split("-- node 3 ");
        assertThat(lines[2].lines().skip(1).filter((line) -> line.matches(" +[0-9]+ s .*"))
            .map((line) -> line.split(" +")).map((cells) -> cells[cells.length - 3]))
            .as("node 3 in %s", lines[2]).allMatch(List.of("back", "quar.")::contains);
        demo.assertFits();
    }

    @Test
    void shouldShowWhatHappensWithoutLocks() throws Exception
    {
        final RedlockProcess demo = RedlockProcess.run(List.of(), "demo", "--seconds", "1", "--without-lock");

        final long[] numbers = lastLine(demo);
        assertThat(demo.status()).isEqualTo(1);
        assertThat(numbers[0]).isPositive();
        assertThat(numbers[1]).isGreaterThan(10);
        assertThat(demo.out()).contains("That does not add up.");
    }
}
