// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.io.IOException;
import java.util.List;

/**
 * Starts a command: it is there for the caller to look after, or it does not run.
 */
@FunctionalInterface
public interface Launch
{
    /**
     * By the JDK.
     */
    Launch JDK = ProcessBuilder::start;

    /**
     * Starts it, and nothing else.
     *
     * @param builder of the command.
     * @return the process.
     * @throws IOException if it cannot be started; then it does not run.
     */
    Process start(ProcessBuilder builder) throws IOException;

    /**
     * Starts it, or kills what has been started.
     *
     * @param builder of the command.
     * @param census  finds it; has been started.
     * @param group   to start it in.
     * @return what was started.
     * @throws IOException if it cannot be started; then it does not run.
     */
    default Started startOrKill(final ProcessBuilder builder, final Census census, final ControlGroup group)
        throws IOException
    {
        Process process = null;
        try
        {
            process = group.start(() -> start(builder));

            return new Started(process, new ProcessTree(process.toHandle(), census, group));
        }
        catch (final RuntimeException | Error ex)
        {
            // The JDK makes the process first and then a thread to wait for it. If there is none left, the
            // process runs, and nobody has it.
            group.kill();
            census.kill(process == null ? List.of() : List.of(process.toHandle()));
            throw ex;
        }
    }

    /**
     * A command that runs.
     *
     * @param process the command alone.
     * @param tree    with all that it starts.
     */
    record Started(Process process, ProcessTree tree)
    {
    }
}
