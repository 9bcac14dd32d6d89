// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.redlock.cli.Main;

/**
 * What a command has told: its exit status and all that it wrote.
 */
record Told(int status, String out, String err)
{
    /**
     * Runs a command to its end in this process, where a process of its own would show nothing more.
     */
    static Told by(final List<String> uris, final String... args)
    {
        final StringWriter out = new StringWriter();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final List<String> command = new ArrayList<>(RedlockProcess.withFreshNodes(args));
        command.addAll(1, List.of("--nodes", String.join(",", uris)));
        final PrintStream before = System.err;
        final PrintStream during = new PrintStream(err, true, StandardCharsets.UTF_8);
        System.setErr(during);
        try
        {
            final int status = Main.commandLine().setOut(new PrintWriter(out))
                .setErr(new PrintWriter(during, true)).execute(command.toArray(new String[0]));

            return new Told(status, out.toString(), err.toString(StandardCharsets.UTF_8));
        }
        finally
        {
            System.setErr(before);
        }
    }

    /**
     * Output without the breaks of lines that continue.
     */
    String unwrapped()
    {
        return out.replaceAll("\n +", " ");
    }

    Told assertFits()
    {
        assertThat(out.lines()).allSatisfy(
            (line) -> assertThat(line.length()).as("columns of '%s'", line).isLessThanOrEqualTo(80));

        return this;
    }
}
