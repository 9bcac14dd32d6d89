// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * Sources that people copy: compiled against what the tests have, and run.
 */
final class Example
{
    private static final String TRANSPORT = "redlock.transport";
    private static final String CLASS_PATH =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    private Example()
    {
    }

    static void compile(final Path to, final Path... sources)
    {
        final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        final List<String> arguments =
            new ArrayList<>(List.of("-proc:none", "-d", to.toString(), "-cp", CLASS_PATH));
        Arrays.stream(sources).forEach((source) -> arguments.add(source.toString()));

        assertThat(ToolProvider.getSystemJavaCompiler().run(
            null, null, complaints, arguments.toArray(String[]::new))).as(complaints.toString()).isZero();
    }

    /**
     * Runs a main method to its end, over netty as a user's class path has no other transport.
     *
     * @return what it printed.
     */
    static String output(final Path classes, final String main, final String... args) throws Exception
    {
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        final PrintStream out = System.out;
        System.setOut(new PrintStream(printed, true, UTF_8));
        System.setProperty(TRANSPORT, "netty");
        try (URLClassLoader loader = loader(classes))
        {
            loader.loadClass(main).getMethod("main", String[].class).invoke(null, (Object)args);
        }
        finally
        {
            System.clearProperty(TRANSPORT);
            System.setOut(out);
        }

        return printed.toString(UTF_8);
    }

    static URLClassLoader loader(final Path classes) throws IOException
    {
        return new URLClassLoader(new URL[]{classes.toUri().toURL()}, Example.class.getClassLoader());
    }
}
