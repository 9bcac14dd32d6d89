// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.Await;

/**
 * Which signals reach which processes of a command, and how often.
 */
@Timeout(150)
@Tag("proof")
class RunSignalsTest extends ThreeServers
{
    private static final Duration WITHIN = Duration.ofSeconds(60);

    /*
     * Its workers take no signal well, and are told to end by a file that the test makes.
     */
    private static final String PREFORKING = """
        work()
        {
            until [ -e $0.finish ]; do sleep 0.02; done
            echo "job $1 done"
        }
        trap 'echo stopping' TERM
        work 1 &
        work 2 &
        echo pids $$ $! up
        wait
        wait
        exit 5
        """;

    /*
     * One worker is a child; one was born of a process that is gone, and one is in a session of its own.
     */
    private static final String SCATTERED = """
        beat() { echo pid $(sh -c 'echo $PPID') up; while :; do sleep 0.02; done; }
        trap '' TERM
        beat &
        (beat &)
        (setsid sh -c 'echo pid $$ up; while :; do sleep 0.02; done' &)
        while :; do sleep 0.02; done
        """;

    @TempDir
    private Path directory;

    private RedlockProcess redlock;

    @AfterEach
    void end()
    {
        if (redlock != null)
        {
            redlock.close();
        }
    }

    private static void assumeProgram(final String name)
    {
        assumeTrue(Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch((place) -> Files.isExecutable(Path.of(place, name))), name + " of util-linux");
    }

    private static Object call(final int index, final String... command)
    {
        return servers.server(index).call(command);
    }

    private static long holders(final String key)
    {
        return IntStream.range(0, servers.size()).filter((i) -> !call(i, "EXISTS", key).equals(0L)).count();
    }

    private static void assertReleased(final String key)
    {
        Eventually.assertZero("nodes that have " + key, () -> holders(key));
    }

    private RedlockProcess start(final String key, final String script) throws IOException
    {
        redlock = RedlockProcess.start(servers.uris(), "run", "--key", key, "--", "sh", "-c", script,
            directory.resolve(key).toString());

        return redlock;
    }

    @Test
    void shouldForwardSignals() throws Exception
    {
        for (final String signal : signalsToTry())
        {
            final String trap = "trap 'echo got " + signal + "; exit 9' " + signal;
            redlock = RedlockProcess.start(servers.uris(), "run", "--key", "signal", "--", "sh", "-c",
                trap + "; echo up; while :; do sleep 0.05; done");
            redlock.awaitOutput("up").signal(signal);

            assertThat(redlock.status()).isEqualTo(9);
            assertThat(redlock.out()).isEqualTo("up\ngot " + signal + "\n");
            assertReleased("signal");
        }
    }

    /*
     * A shell without job control starts what it puts in the background with SIGINT ignored; that is
     * inherited, and a JVM and a shell then leave it so.
     */
    private static List<String> signalsToTry() throws IOException
    {
        final Path status = Path.of("/proc/self/status");
        if (Files.exists(status))
        {
            final String ignored = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:")).findFirst().orElse("SigIgn:\t0");
            if ((Long.parseUnsignedLong(ignored.substring(7).strip(), 16) & 1L << 1) != 0)
            {
                System.out.println("SKIP: SIGINT is ignored here from the start, so only SIGTERM is tried");

                return List.of("TERM");
            }
        }

        return List.of("INT", "TERM");
    }

    @Test
    void shouldHoldTheLockUntilASignalledCommandHasEnded() throws Exception
    {
        final Path clean = directory.resolve("clean");
        redlock = RedlockProcess.start(servers.uris(), "run", "--key", "slow-end", "--", "sh", "-c",
            "trap 'echo cleaning' TERM; echo up; until [ -e " + clean + " ]; do sleep 0.05; done");
        redlock.awaitOutput("up").signal("TERM");
        redlock.awaitOutput("cleaning");

        assertThat(holders("slow-end")).isGreaterThanOrEqualTo(2);
        Files.createFile(clean);
        assertThat(redlock.status()).isZero();
        assertReleased("slow-end");
    }

    /**
     * The terminal has given it to the command already, wherever the command writes to.
     */
    @Test
    void shouldNotSendAnInterruptOfTheTerminalOnceMore() throws Exception
    {
        assumeProgram("script");
        assumeTrue(signalsToTry().contains("INT"), "SIGINT is ignored here");
        final Path log = directory.resolve("log");
        final String script = "trap 'echo int >> $0' INT; trap 'echo term >> $0; exit 9' TERM; " +
            "echo $PPID > $0; while :; do sleep 0.02; done";
        redlock = RedlockProcess.startOnTerminal(servers.uris(), directory.resolve("out"), "run", "--key",
            "terminal", "--", "sh", "-c", script, log.toString());
        awaitLines(log, 1);
        for (int i = 1; i <= 3; i++)
        {
            redlock.type("\003");
            awaitLines(log, 1 + i);
        }
        final String pid = Files.readAllLines(log).get(0);
        assertThat(new ProcessBuilder("sh", "-c", "kill -TERM " + pid).start().waitFor()).isZero();

        assertThat(redlock.status()).isEqualTo(9);
        assertThat(Files.readAllLines(log)).containsExactly(pid, "int", "int", "int", "term");
    }

    /**
     * A command that has left the group of the terminal hears nothing of its interrupts.
     */
    @Test
    void shouldSendAnInterruptOfTheTerminalToACommandThatLeftIt() throws Exception
    {
        assumeProgram("script");
        assumeProgram("setsid");
        assumeTrue(signalsToTry().contains("INT"), "SIGINT is ignored here");
        final Path log = directory.resolve("log");
        final String script = "trap 'echo int >> $0; exit 9' INT; echo up > $0; while :; do sleep 0.02; done";
        redlock = RedlockProcess.startOnTerminal(servers.uris(), directory.resolve("out"), "run", "--key",
            "left", "--", "setsid", "sh", "-c", script, log.toString());
        awaitLines(log, 1);
        redlock.type("\003");

        assertThat(redlock.status()).isEqualTo(9);
        assertThat(Files.readAllLines(log)).containsExactly("up", "int");
    }

    private static void awaitLines(final Path file, final int count)
    {
        Await.parking().until(
            count + " lines in " + file, WITHIN, () -> lines(file), (seen) -> seen >= count);
    }

    private static int lines(final Path file)
    {
        try
        {
            return Files.exists(file) ? Files.readAllLines(file).size() : 0;
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    void shouldLetTheWorkersOfAServerFinish() throws Exception
    {
        start("preforking", PREFORKING).awaitOutput("up").signal("TERM");
        redlock.awaitOutput("stopping");
        assertThat(holders("preforking")).isGreaterThanOrEqualTo(2);
        Files.createFile(directory.resolve("preforking.finish"));

        assertThat(redlock.status()).as(redlock.out()).isEqualTo(5);
        assertThat(redlock.out()).contains("job 1 done", "job 2 done");
        assertReleased("preforking");
    }

    /**
     * A shell without a trap dies and tells nobody: its child would work on, without a lock.
     */
    @Test
    void shouldTellWhatACommandHasLeftBehindThatDiedOfTheSignal() throws Exception
    {
        start("shell", "sh -c 'trap \"echo cleaning; until [ -e $0.finish ]; do sleep 0.02; done; " +
            "echo clean; exit\" TERM; echo up; while :; do sleep 0.02; done' $0; echo never")
            .awaitOutput("up").signal("TERM");
        redlock.awaitOutput("cleaning");
        assertThat(holders("shell")).isGreaterThanOrEqualTo(2);
        Files.createFile(directory.resolve("shell.finish"));

        assertThat(redlock.status()).isEqualTo(128 + 15);
        assertThat(redlock.out()).isEqualTo("up\ncleaning\nclean\n");
        assertReleased("shell");
    }

    @Test
    void shouldKillAllThatACommandHasStartedWhenTheLockIsLost() throws Exception
    {
        assumeProgram("setsid");
        start("scattered", SCATTERED);
        Await.parking().until("all are up: " + redlock.out(), WITHIN, () ->
            redlock.out().lines().filter((line) -> line.endsWith("up")).count(), (seen) -> seen == 3);
        IntStream.range(0, servers.size()).forEach((i) -> call(i, "DEL", "scattered"));

        assertThat(redlock.status()).isEqualTo(76);
        Eventually.assertNoneRuns(
            redlock.out().lines().map((line) -> Long.parseLong(line.split(" ")[1])));
    }

    /**
     * The recipe of docs/cli.md for who fears it.
     */
    @Test
    void shouldNotLeaveACommandBehindThatTheKernelIsToKill() throws Exception
    {
        assumeProgram("setpriv");
        redlock = RedlockProcess.start(servers.uris(), "run", "--key", "orphan", "--", "setpriv",
            "--pdeathsig", "KILL", "sh", "-c", "echo pid $$ up; while :; do sleep 0.02; done");
        redlock.awaitOutput("up").signal("KILL");

        assertThat(redlock.status()).isEqualTo(128 + 9);
        Eventually.assertNoneRuns(Stream.of(redlock.out().split(" ")[1]).map(Long::parseLong));
    }

    /**
     * Detached, with an empty environment, and handed from process to process: only a control group has them.
     */
    @Test
    void shouldKillByAControlGroupWhatNothingElseFinds() throws Exception
    {
        assumeProgram("setsid");
        final Path beats = directory.resolve("beats");
        final String script = "(env -i setsid sh -c 'echo pid $$ up; while :; do echo >> $0; sleep 0.02; " +
            "done' $0 &); while :; do sleep 0.02; done";
        redlock = RedlockProcess.start(
            servers.uris(), "run", "--key", "grouped", "--", "sh", "-c", script, beats.toString());
        redlock.awaitOutput("up");
        final String pid = redlock.out().split(" ")[1];
        final String group = Files.readString(Path.of("/proc", pid, "cgroup"));
        final boolean isGrouped = group.contains("/redlock-run-");
        IntStream.range(0, servers.size()).forEach((i) -> call(i, "DEL", "grouped"));

        assertThat(redlock.status()).isEqualTo(76);
        if (!isGrouped)
        {
            new ProcessBuilder("sh", "-c", "kill -KILL " + pid).start().waitFor();
        }
        assumeTrue(isGrouped, "no control group can be made here");
        Eventually.assertNoneRuns(Stream.of(Long.parseLong(pid)));
        assertThat(Files.readString(Path.of("/proc/self/cgroup"))).doesNotContain("/redlock-run-");
    }
}
