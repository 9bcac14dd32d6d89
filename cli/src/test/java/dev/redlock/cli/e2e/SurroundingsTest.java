// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command line where the locale is poor and the standard streams are full or gone.
 */
@Timeout(60)
@Tag("proof")
class SurroundingsTest extends ThreeServers
{
    private static final String KEY = "\"$(printf 'schl\\303\\274ssel')\"";

    @Test
    void shouldPrintAsciiWhereTheCharsetHasNoMore() throws Exception
    {
        final RedlockProcess inspect = RedlockProcess.runIn(
            "LC_ALL=C exec \"$@\"", List.of(), "inspect", "--key", "k", "--nodes", "nowhere");

        assertThat(inspect.status()).isEqualTo(2);
        assertThat(inspect.err()).contains("rediss://... for TLS").matches("\\p{ASCII}*");
    }

    @Test
    void shouldRefuseAnArgumentThatTheLocaleWouldChange() throws Exception
    {
        final RedlockProcess run = RedlockProcess.runIn(
            "LC_ALL=C exec \"$@\" " + KEY + " -- true", servers.uris(), "run", "--key");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("ANSI_X3.4-1968, and would be changed: set LC_ALL=C.UTF-8")
            .hasLineCount(1);
    }

    @Test
    void shouldGiveTheCommandTheKeyAsItWasWritten() throws Exception
    {
        final RedlockProcess run = RedlockProcess.runIn(
            "LC_ALL=C.UTF-8 exec \"$@\" " + KEY + " -- sh -c 'printf %s \"$REDLOCK_KEY\"'", servers.uris(),
            "run", "--key");

        assertThat(run.status()).isZero();
        assertThat(run.out()).isEqualTo("schl\u00fcssel");
    }

    @Test
    void shouldFailWhenTheResultCannotBeWritten() throws Exception
    {
        final RedlockProcess inspect =
            RedlockProcess.runIn("exec \"$@\" > /dev/full", servers.uris(), "inspect", "--key", "k");

        assertThat(inspect.status()).isEqualTo(1);
        assertThat(inspect.err()).isEqualToIgnoringNewLines(
            "redlock: standard output could not be written: no space left on device");
    }

    @Test
    void shouldNotComplainWhenNobodyReadsOn(@TempDir final Path directory) throws Exception
    {
        final String pipe = directory.resolve("pipe").toString();
        final RedlockProcess inspect = RedlockProcess.runIn(
            "mkfifo " + pipe + " && { : < " + pipe + " & } && exec \"$@\" > " + pipe, servers.uris(),
            "inspect", "--key", "k");

        assertThat(inspect.status()).isZero();
        assertThat(inspect.err()).isEmpty();
    }

    /**
     * The JVM has put a file of its own in the place of a stream that was closed.
     */
    @Test
    void shouldGiveTheCommandNoFileOfOursForAClosedStream() throws Exception
    {
        final RedlockProcess closedInput = RedlockProcess.runIn("exec \"$@\" <&-", servers.uris(),
            "run", "--key", "closed", "--", "sh", "-c", "readlink /proc/self/fd/0; wc -c");

        assertThat(closedInput.status()).as(closedInput.err()).isZero();
        assertThat(closedInput.out().split("\\s+")).containsExactly("/dev/null", "0");

        final RedlockProcess closedOutput = RedlockProcess.runIn("exec \"$@\" >&-", servers.uris(),
            "run", "--key", "closed", "--", "sh", "-c",
            "out=$(readlink /proc/$$/fd/1); echo $out >&2; echo written");

        assertThat(closedOutput.status()).as(closedOutput.err()).isZero();
        assertThat(closedOutput.err()).isEqualTo("/dev/null\n");

        final RedlockProcess closedError = RedlockProcess.runIn("exec \"$@\" 2>&-", servers.uris(),
            "run", "--key", "closed", "--", "sh", "-c", "readlink /proc/self/fd/2; echo written >&2");

        assertThat(closedError.status()).isZero();
        assertThat(closedError.out()).isEqualTo("/dev/null\n");
    }
}
