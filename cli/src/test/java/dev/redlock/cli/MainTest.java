// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

class MainTest
{
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @ParameterizedTest
    @ValueSource(strings = {"demo", "run", "bench", "probe", "inspect", "release"})
    void shouldExplainEveryCommand(final String command)
    {
        assertThat(commandLine.execute(command, "--help")).isEqualTo(0);
        assertThat(out.toString()).startsWith("Usage: redlock " + command).contains("--nodes", "--help");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "demo", "run", "bench", "probe", "inspect", "release"})
    void shouldExplainInLinesThatFitATerminal(final String command)
    {
        assertThat(command.isEmpty() ? commandLine.execute("--help") : commandLine.execute(command, "--help"))
            .isZero();
        assertThat(out.toString().lines()).allSatisfy(
            (line) -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void shouldNameItsCommands()
    {
        assertThat(commandLine.execute("--help")).isEqualTo(0);
        assertThat(out.toString()).contains(
            "demo", "run", "bench", "probe", "inspect", "release", "chaos", "simulate");
    }

    @Test
    void shouldComplainInOneLine()
    {
        assertThat(commandLine.execute("bench", "--sekunden", "3")).isEqualTo(2);
        assertThat(err.toString()).isEqualToIgnoringNewLines(
            "redlock: no option '--sekunden'; did you mean '--seconds'? (see 'redlock bench --help')");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldNotRepeatAPasswordInAComplaint()
    {
        assertThat(commandLine.execute("probe", "redis://:geheim@127.0.0.1:6379")).isEqualTo(2);
        assertThat(commandLine.execute("probe", "--nodes", "redis://:geheim@127.0.0.1:0")).isEqualTo(2);
        assertThat(commandLine.execute("probe", "--nodes", "redis://:geh,eim@127.0.0.1:x")).isEqualTo(2);
        assertThat(err.toString()).doesNotContain("geheim").doesNotContain("geh,").doesNotContain("eim")
            .contains("redis://***@127.0.0.1:6379", "redis://***@127.0.0.1:0", "has a port");
    }

    @Test
    void shouldLeaveTheArgumentsOfTheCommandToRunAlone()
    {
        final List<String> command = List.of("git", "log", "@v1", "--nodes", "-h", "--", "a", "\"b\"");
        final List<String> args = new ArrayList<>(List.of("run", "--key", "k", "--"));
        args.addAll(command);

        final ParseResult parsed = commandLine.parseArgs(args.toArray(new String[0])).subcommand();

        assertThat(parsed.matchedPositional(0).<List<String>>getValue()).isEqualTo(command);
        assertThat(parsed.hasMatchedOption("--nodes")).isFalse();
    }

    @Test
    void shouldTakeTheCommandToRunWithoutDashesToo()
    {
        final ParseResult parsed =
            commandLine.parseArgs("run", "--key", "k", "ls", "-l", "--ttl").subcommand();

        assertThat(parsed.matchedPositional(0).<List<String>>getValue()).containsExactly("ls", "-l", "--ttl");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "run --key k --ttl 30 -- true", "run --key k", "run -- true", "run --key k --grace 20s -- true",
        "run --key k --ttl 1h --max-hold 1m -- true", "bench --threads 0", "bench --in-flight -1",
        "bench --keys 0", "bench --rate -1", "bench --seconds 0", "bench --mode magic",
        "bench --json /no/such/directory/file", "demo --seconds 0", "probe --samples 0",
        "probe --strict --assume-nodes-fresh", "inspect", "release",
        "release --key k", ""})
    void shouldRefuseABadCommandLineBeforeAnythingHappens(final String line)
    {
        assertThat(commandLine.execute(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("redlock: ").hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldBeginTheHelpOfInitWithWhatItIsFor()
    {
        assertThat(commandLine.execute("init", "--help")).isEqualTo(0);
        assertThat(out.toString()).startsWith(
            "Usage: redlock init --nodes URI[,URI...] [--in-use | --retire] [options]");
    }
}
