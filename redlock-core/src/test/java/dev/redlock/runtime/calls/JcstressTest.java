// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.runtime.client.HoldStress;

/**
 * Runs jcstress in a JVM of its own, briefly: one fork as javac left it and one with the compiler's choices
 * randomised for each test, some hundred milliseconds each. It finds what is wrong often, not what is wrong
 * once a day.
 */
@Tag("proof")
public class JcstressTest
{
    private static final Pattern COUNTS = Pattern.compile("Results:\\s+(\\d+) planned; (\\d+) passed, " +
        "(\\d+) failed, (\\d+) soft errs, (\\d+) hard errs");
    private static final List<String> OPTIONS = List.of("-c", "2", "-f", "1", "-fsm", "1", "-iters", "1",
        "-time", "150", "-sc", "false", "-af", "NONE", "-jvmArgs", "-XX:+UseParallelGC", "-v");
    private static final int PLANNED = 0;
    private static final int PASSED = 1;
    private static final int FAILED = 2;

    private static final int MOST_TURNS = 5;

    @TempDir
    Path directory;

    @Test
    void shouldPublishCommandsTermsAndResultsWhole() throws Exception
    {
        final List<Class<?>> tests = Stream
            .of(InboxStress.class, HoldStress.class, CallStress.class)
            .flatMap(type -> Arrays.stream(type.getDeclaredClasses()))
            .filter(type -> Modifier.isPublic(type.getModifiers())).collect(Collectors.toList());
        final String output = run("(Inbox|Hold|Call)Stress");
        final long[] counts = counts(output);

        assertThat(tests.size()).isEqualTo(11);
        tests.forEach(test -> assertThat(output.contains(test.getName().replace('$', '.')))
            .as(() -> test + " did not run:\n" + output).isTrue());
        assertThat(counts[PLANNED]).as(output).isGreaterThanOrEqualTo(tests.size());
        assertThat(counts[PASSED]).as(output).isEqualTo(counts[PLANNED]);
    }

    /**
     * A hunt: on a machine with other work the two threads may not meet within one turn.
     */
    @Test
    void shouldSeeAnInboxLoseCommandsThatAreAddedWithoutCompareAndSet() throws Exception
    {
        String output = run("PlantedStress");
        for (int turn = 1; turn < MOST_TURNS && counts(output)[FAILED] == 0; turn++)
        {
            output = run("PlantedStress");
        }

        assertThat(counts(output)[FAILED]).as(output).isNotEqualTo(0);
        assertThat(output).contains("a command was lost");
    }

    private String run(final String tests) throws IOException, InterruptedException
    {
        final Path output = directory.resolve("output.txt");
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            "org.openjdk.jcstress.Main", "-t", tests, "-r", directory.resolve("report").toString()));
        command.addAll(OPTIONS);
        final Process process = new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile()).redirectInput(new File("/dev/null")).start();
        try
        {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("jcstress does not end").isTrue();
        }
        finally
        {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }

        return Files.readString(output);
    }

    /*
     * Planned, passed, failed, soft and hard errors, as jcstress counted last.
     */
    private static long[] counts(final String output)
    {
        final Matcher matcher = COUNTS.matcher(output);
        final long[] counts = new long[5];
        boolean isFound = false;
        while (matcher.find())
        {
            isFound = true;
            for (int i = 0; i < counts.length; i++)
            {
                counts[i] = Long.parseLong(matcher.group(i + 1));
            }
        }
        assertThat(isFound).as(() -> "jcstress counted nothing:\n" + output).isTrue();

        return counts;
    }
}
