// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.runtime.tokens.OwnerTag;
import dev.redlock.spi.Answer;

class LineSightingTest
{
    private static final String ANNA = "anna............0001";
    private static final String BERT = "bert............0001";
    private static final String SINCE = "1700000000000000";
    private static final Answer NOW = list("1700000010", "500000");
    private static final long MOST_AHEAD_MS = 2_000;

    private static Answer text(final String text)
    {
        return text == null ? Answer.nil() : Answer.text(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Answer list(final String... texts)
    {
        return Answer.list(Stream.of(texts).map(LineSightingTest::text).toList());
    }

    private static LineSighting of(final Answer line, final String... tickets)
    {
        return LineSighting.of("n", Place.of(line), NOW, list(tickets), MOST_AHEAD_MS);
    }

    @Test
    void shouldReadWhatNodesSayInBothProtocols()
    {
        final Answer flat = list(ANNA, SINCE, BERT, "1700000000000001");
        final Answer pairs = Answer.list(List.of(list(ANNA, "1.7e15"), list(BERT, "1700000000000001")));
        for (final Answer line : List.of(flat, pairs))
        {
            assertThat(of(line, "1700000010400+17||orders", "1700000010500-3|0123456789abcdef|a|b\nc"))
                .isEqualTo(new LineSighting("n", List.of(
                    new SeenTicket(OwnerTag.of(ANNA.getBytes(StandardCharsets.UTF_8)), "orders",
                        1_700_000_000_000_000L, 10_500_000, 100),
                    new SeenTicket(OwnerTag.of(BERT.getBytes(StandardCharsets.UTF_8)), "a|b\\nc",
                        1_700_000_000_000_001L, 10_499_999, 0)), ""));
        }
    }

    /**
     * A life is 1.1 s. Renewed in the future is what was renewed while the node was asked, unless that is
     * longer ago than answers take.
     */
    @ParameterizedTest
    @CsvSource({"1700000009400, 1", "1700000009399, 0", "1700000012500, 1", "1700000012501, 0"})
    void shouldSeeWhoIsAlive(final String seen, final int count)
    {
        final LineSighting sighting = of(list(ANNA, SINCE), seen + "+0||orders");

        assertThat(sighting.tickets()).hasSize(count);
        assertThat(sighting.detail()).isEmpty();
    }

    @Test
    void shouldPassOverPlacesWithoutATicket()
    {
        assertThat(of(list(ANNA, SINCE), (String)null)).isEqualTo(new LineSighting("n", List.of(), ""));
    }

    @Test
    void shouldCountWhatIsNotOneOfOurs()
    {
        final String ticket = "1700000010400+17||orders";
        final Answer line = list(ANNA, SINCE, BERT, "inf", BERT, "-1", BERT, "x", BERT, SINCE, BERT, SINCE);
        final LineSighting sighting = of(line, ticket, ticket, ticket, ticket, "9999999999999999999+0||",
            "no ticket");

        assertThat(sighting.tickets()).hasSize(1);
        assertThat(sighting.detail()).isEqualTo("tickets that are none of ours: 5");
    }

    @Test
    void shouldLookAtTheFirstPlacesOnly()
    {
        final int count = LineSighting.MOST_PLACES + 1;
        final Answer line = Answer.list(IntStream.range(0, count)
            .mapToObj((i) -> list("token " + i, SINCE)).toList());
        final String[] tickets = new String[count];
        Arrays.fill(tickets, "1700000010400+17||orders");
        final LineSighting sighting = of(line, tickets);

        assertThat(sighting.tickets()).hasSize(500);
        assertThat(sighting.detail()).isEqualTo("only the first 500 places were looked at");
        Arrays.fill(tickets, "");
        assertThat(of(line, tickets).detail())
            .isEqualTo("only the first 500 places were looked at, and tickets that are none of ours: 500");
    }

    @Test
    void shouldSayWhatWasRefusedAndWhatIsNoAnswer()
    {
        final Answer denied = Answer.error("NOPERM no\u001b permission");
        final List<Place> places = Place.of(list(ANNA, SINCE));

        assertThat(LineSighting.of("n", places, denied, list("x", "y"), MOST_AHEAD_MS))
            .isEqualTo(new LineSighting("n", List.of(), "TIME: NOPERM no\\u001b permission; " +
                "HMGET: unexpected answer, LIST of 2"));
        assertThat(LineSighting.trouble("ZRANGE", text(ANNA), 0))
            .isEqualTo("ZRANGE: unexpected answer, TEXT of 20 bytes");
    }

    @Test
    void shouldKeepTokensAndLongNamesToItself()
    {
        final LineSighting sighting = of(list(ANNA, SINCE), "1700000010400+17||" + "x".repeat(129));

        assertThat(sighting.tickets().get(0).name()).isEqualTo("x".repeat(128) + "…");
        assertThat(sighting + Place.of(list(ANNA, SINCE)).toString()).doesNotContain("anna");
    }
}
