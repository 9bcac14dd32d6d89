// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;

/**
 * Kills our processes when this JVM ends without its shutdown hooks: by SIGKILL, by a crash, or by halt.
 */
final class OrphanGuard
{
    /*
     * A shell that blocks on a pipe from this JVM. When the JVM ends, in any way, the kernel closes the pipe,
     * and the shell kills all processes that are still on its list. It ignores interrupts from a terminal,
     * since they go to the whole group and the JVM may survive them.
     */
    private static final String SCRIPT = """
        trap '' INT TERM HUP
        pids=' '
        while read -r verb pid
        do
            case $verb in
                add) pids="$pids$pid " ;;
                remove) case $pids in *" $pid "*) pids="${pids%% $pid *} ${pids#* $pid }" ;; esac ;;
            esac
        done
        kill -KILL $pids 2>/dev/null
        """;

    private static OutputStream pipe;

    private OrphanGuard()
    {
    }

    static void add(final long pid)
    {
        tell("add " + pid);
    }

    static void remove(final long pid)
    {
        tell("remove " + pid);
    }

    private static synchronized void tell(final String line)
    {
        try
        {
            if (pipe == null)
            {
                pipe = new ProcessBuilder("sh", "-c", SCRIPT, "redlock-test-guard")
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD).start().getOutputStream();
            }

            pipe.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        }
        catch (final IOException ex)
        {
            pipe = null;
            System.getLogger(OrphanGuard.class.getName()).log(System.Logger.Level.WARNING,
                "the guard against orphaned servers does not run; if this JVM is killed, they stay", ex);
        }
    }
}
