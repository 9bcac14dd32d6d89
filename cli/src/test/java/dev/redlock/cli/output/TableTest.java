// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest
{
    @Test
    void shouldLineUpItsColumns()
    {
        final Table table = new Table("node", ">rtt", "state");
        table.row("10.0.0.1:6379", "58 us", "UP");
        table.row("a", "1.2 ms", "");

        assertThat(table.lines()).containsExactly(
            "node              rtt  state", "10.0.0.1:6379   58 us  UP", "a              1.2 ms");
    }

    @Test
    void shouldGoOnInTheNextLineWhereATerminalEnds()
    {
        final String host = "redis-1.locks.production.eu-central-1.internal.example.com:6379";
        final Table table = new Table("node", "holder", ">remaining", "");
        table.row(host, "fc7a0983", "26.9 s", "");
        table.row("10.0.0.1:6379", "?", "", "not a lock");

        assertThat(table.lines()).containsExactly(
            "node" + " ".repeat(61) + "holder",
            "    remaining",
            host + "  fc7a0983",
            "       26.9 s",
            "10.0.0.1:6379" + " ".repeat(52) + "?",
            "               not a lock");
    }

    @Test
    void shouldWrapALastColumnOfText()
    {
        final Table table = new Table("node", "why");
        table.row("10.0.0.1:6379", "it does not answer, " + "and again it does not answer, ".repeat(3));

        assertThat(table.lines()).hasSize(3)
            .allSatisfy((line) -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(table.lines().get(1)).startsWith("10.0.0.1:6379  it does not answer, and again");
        assertThat(table.lines().get(2)).startsWith(" ".repeat(15)).endsWith("answer,");
    }

    @Test
    void shouldRefuseARowThatDoesNotFit()
    {
        assertThatThrownBy(() -> new Table("a", "b").row("1"))
            .hasMessageContaining("1 cells but the table has 2 columns");
    }
}
