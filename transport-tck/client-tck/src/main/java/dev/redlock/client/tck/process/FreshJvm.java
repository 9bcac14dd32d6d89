// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.test.process.JavaProcess;

/**
 * A user's JVM without flags, but for assertions: the library must work in it and stay silent.
 * <p>
 * On standard error it tolerates only the JDK's own warnings about native access, which begin with {@code
 * WARNING:} (Java 24 and later warn of every library that loads native code unless the user allows it).
 * Anything else is an error: a package that is not open, a missing or deprecated Unsafe, a stack trace.
 */
public abstract class FreshJvm extends SharedNodes
{
    private static final List<String> FLAG_VARIABLES = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS");

    /*
     * What only tests need does not belong on a user's class path; some of it writes to standard error.
     */
    private static final Pattern TEST_TOOL =
        Pattern.compile("(?:archunit|assertj|junit|opentest4j|slf4j|surefire)[^/]*\\.jar$");

    private static final Pattern NEWS_OF_A_NODE =
        Pattern.compile("(?m)^.* dev\\.redlock\\..*\\R(?:WARNING|INFO): (?:node |client .* assumes ).*\\R");

    @TempDir
    Path directory;

    @Test
    void shouldRunWithoutFlagsOnThisJdk() throws Exception
    {
        checkRun(Jdks.running());
    }

    @Test
    void shouldRunWithoutFlagsOnAnotherJdk() throws Exception
    {
        final Path other = Jdks.other().orElse(null);
        Assumptions.assumeTrue(other != null, "no JDK but " + Runtime.version().feature() +
            " found beside " + Jdks.running() + "; name one with " + Jdks.OTHER);
        checkRun(other);
    }

    /**
     * Names resolve as in the rest of the application, even if its JVM knows hosts that no name server does.
     */
    @Test
    void shouldFindNodesByTheNamesThatTheJdkKnows() throws Exception
    {
        final Path hosts = directory.resolve("hosts");
        final List<String> named = new ArrayList<>();
        final List<String> lines = new ArrayList<>();
        for (final String uri : nodes.uris())
        {
            final String name = "node-" + lines.size() + ".redlock.test";
            lines.add("127.0.0.1 " + name);
            named.add(uri.replace("127.0.0.1", name));
        }
        Files.write(hosts, lines);
        assertThat(named).doesNotContainAnyElementsOf(nodes.uris());

        checkRun(Jdks.running(), List.of("-Djdk.net.hosts.file=" + hosts), named);
    }

    private void checkRun(final Path jdk) throws IOException, InterruptedException
    {
        checkRun(jdk, List.of(), nodes.uris());
    }

    private void checkRun(final Path jdk, final List<String> options, final List<String> uris)
        throws IOException, InterruptedException
    {
        final Path out = directory.resolve("out");
        final Path err = directory.resolve("err");
        final ProcessBuilder builder = new ProcessBuilder(command(jdk, options, uris))
            .redirectOutput(out.toFile()).redirectError(err.toFile());
        FLAG_VARIABLES.forEach(builder.environment()::remove);
        final Process process = builder.start();
        try
        {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended in time").isTrue();
        }
        finally
        {
            process.destroyForcibly();
        }

        // Our servers are young, taken as fresh, and may be late on a busy machine; the library says so.
        final String errors = NEWS_OF_A_NODE.matcher(Files.readString(err)).replaceAll("");
        assertThat(process.exitValue()).as("exit status; standard error: %s", errors).isZero();
        assertThat(Files.readAllLines(out)).last().asString().startsWith(LockCycle.DONE);
        assertThat(errors.lines().filter(line -> !isTolerated(line))).as("standard error").isEmpty();
        nodes.awaitNoKeys();
    }

    private List<String> command(final Path jdk, final List<String> options, final List<String> uris)
    {
        final List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin").resolve("java").toString());
        command.addAll(JavaProcess.assertions());
        command.addAll(options);
        command.add("-cp");
        command.add(classPath());
        command.add(LockCycle.class.getName());
        command.add(transport().name());
        command.addAll(uris);

        return command;
    }

    private static String classPath()
    {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getProperty("java.class.path"))
            .filter(entry -> !TEST_TOOL.matcher(entry).find())
            .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isTolerated(final String line)
    {
        return line.isBlank() ||
            line.startsWith("WARNING: ") && !line.contains("Unsafe") && !line.contains("agrona");
    }
}
