// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(60)
class ProofCommandsTest
{
    @TempDir
    private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @ParameterizedTest
    @ValueSource(strings = {"chaos", "simulate"})
    void shouldExplainBoth(final String command)
    {
        assertThat(commandLine.execute(command, "--help")).isEqualTo(0);
        assertThat(out.toString()).startsWith("Usage: redlock " + command).contains("--help");
        assertThat(out.toString().lines()).allSatisfy(
            (line) -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(err.toString()).isEmpty();
    }

    /**
     * The launcher says what there is without a JVM, and before anything is built.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "-h", "--help", "help"})
    void shouldFindItsFixedTextInTheLauncher(final String arg) throws Exception
    {
        final String[] args = arg.isEmpty() ? new String[0] : new String[]{arg};
        final Path launcher = Files.copy(
            Path.of("../redlock"), directory.resolve("redlock"), StandardCopyOption.COPY_ATTRIBUTES);
        final List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(args));
        final ProcessBuilder builder = new ProcessBuilder(command)
            .redirectOutput(directory.resolve("out").toFile())
            .redirectError(directory.resolve("err").toFile());
        builder.environment().put("JAVA_HOME", directory.resolve("no-jdk").toString());
        final Process process = builder.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("ended in time").isTrue();

        assertThat(process.exitValue()).isEqualTo(commandLine.execute(args));
        assertThat(directory.resolve("out")).hasContent(out.toString());
        assertThat(directory.resolve("err")).hasContent(err.toString());
    }

    @Test
    void shouldSimulateAndEndWithTheOutcome()
    {
        assertThat(commandLine.execute("simulate", "--histories", "40", "--threads", "2")).isEqualTo(0);
        assertThat(out.toString().lines()).last().asString().matches("simulation: 40 histories, \\d+ " +
            "operations, \\d+ faults, \\d+\\.\\d\\d simulated years, 0 violations");
        assertThat(out.toString()).doesNotContain("\r", " left");
        assertThat(err.toString()).startsWith("simulation: inside the envelope");
    }

    @Test
    void shouldReplayAHistoryEventByEvent()
    {
        assertThat(commandLine.execute("simulate", "--replay", "3", "--without", "client-crash,crash"))
            .isEqualTo(0);
        assertThat(out.toString()).startsWith("seed 3: inside, quorum ").contains(" holds orders for ")
            .doesNotContain("client-crash").endsWith("nothing was violated\n");
    }

    @Test
    void shouldNameTheFaultsWhenOneIsNotAmongThem()
    {
        assertThat(commandLine.execute("simulate", "--replay", "3", "--without", "rain")).isEqualTo(2);
        assertThat(err.toString()).contains("--without names 'rain'").contains("stale-snapshot");
    }

    @Test
    void shouldNotIgnoreWhatReducesNothing()
    {
        assertThat(commandLine.execute("simulate", "--without", "loss")).isEqualTo(2);
        assertThat(err.toString()).contains("reduce the one history that --replay SEED names");
    }

    @Test
    @Tag("proof")
    void shouldFailWithBothClaimsWhenAMajorityForgets()
    {
        final int status = commandLine.execute(
            "chaos", "--seconds", "120", "--seed", "7", "--planted", "forgetful_majority");

        assertThat(status).as(out.toString() + err).isEqualTo(1);
        assertThat(out.toString()).contains("seed 7; the schedule's last events", "overlap: key ");
        assertThat(out.toString().lines()).last().asString()
            .matches("chaos: [0-9]+ acquisitions, [0-9]+ faults, [1-9][0-9]* overlaps, 0 orphans");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        chaos --transport nonsense | transport 'nonsense' was not found, but: lettuce, netty; name one
        chaos --io nonsense | is 'nonsense' but must be epoll or nio
        chaos --seconds 4 | --seconds is 4s but must be at least 5s
        chaos --seconds 4s | --seconds is 4s but must be at least 5s
        simulate --threads 0 | --threads is 0 but must be at least 1
        simulate --threads 99999 | --threads is 99999 but must be 1 to 1024
        simulate --histories 1e9 | '1e9' is not a whole number
        """)
    void shouldSayWhatIsWrongBeforeAnythingStarts(final String line, final String expected)
    {
        assertThat(commandLine.execute(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("redlock: ").hasLineCount(1).contains(expected);
        assertThat(out.toString()).isEmpty();
    }
}
