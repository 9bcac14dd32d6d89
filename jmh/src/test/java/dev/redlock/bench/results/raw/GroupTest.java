// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class GroupTest
{
    private static Row row(final String contender, final int round, final double p50)
    {
        return Row.of(JsonParser.parseString("{\"scenario\":\"s\",\"contender\":\"" + contender +
            "\",\"round\":" + round + ",\"parameters\":{\"b\":2,\"a\":\"x\"}," +
            "\"acquire\":{\"p50_us\":" + p50 + "},\"allocated_bytes_per_cycle\":null}").getAsJsonObject());
    }

    private static Group group(final String contender, final Row... rows)
    {
        return new Group("s", contender, List.of(rows));
    }

    @Test
    void shouldTakeTheMedianOfRatiosWithinARound()
    {
        final Group floor =
            group("floor-c", row("floor-c", 1, 50), row("floor-c", 2, 100), row("floor-c", 3, 60));
        final Group ours = group("o", row("o", 1, 55), row("o", 2, 130), row("o", 3, 60));

        assertThat(ours.ratio(Figure.ACQUIRE_P50, floor)).isEqualTo(1.1);
        assertThat(ours.median(Figure.ACQUIRE_P50)).isEqualTo(60);
    }

    @Test
    void shouldCompareOnlyRoundsThatBothHave()
    {
        final Group floor = group("floor-c", row("floor-c", 2, 100));
        final Group ours = group("o", row("o", 1, 55), row("o", 2, 150));

        assertThat(ours.ratios(Figure.ACQUIRE_P50, floor, Figure.ACQUIRE_P50)).containsExactly(1.5);
        assertThat(ours.ratio(Figure.ACQUIRE_P50, group("x", row("x", 7, 1)))).isNaN();
    }

    @Test
    void shouldNotTakeWhatIsUnknownForZero()
    {
        assertThat(group("o", row("o", 1, 5)).median(Figure.BYTES_PER_CYCLE)).isNaN();
        assertThat(Figure.BYTES_PER_CYCLE.text(Double.NaN)).isEqualTo("–");
    }

    @Test
    void shouldFindParametersByTheirNames()
    {
        assertThat(row("o", 1, 1).parameter("b")).isEqualTo(2);
        assertThat(row("o", 1, 1).parameter("c")).isNaN();
    }

    @Test
    void shouldTakeTheMeanOfTheTwoInTheMiddle()
    {
        assertThat(Numbers.median(4, 1, Double.NaN, 2, 3)).isEqualTo(2.5);
        assertThat(Numbers.median()).isNaN();
    }
}
