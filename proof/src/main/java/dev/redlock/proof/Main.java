// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import picocli.CommandLine;

/**
 * The command line with the two commands that test Redlock itself, {@code chaos} and {@code simulate}.
 */
public final class Main
{
    private Main()
    {
    }

    /**
     * Entry point; the launcher comes here.
     *
     * @param args command and options.
     */
    public static void main(final String[] args)
    {
        dev.redlock.cli.Main.run(Main::commandLine, args);
    }

    static CommandLine commandLine()
    {
        return dev.redlock.cli.Main.commandLine(new ChaosCommand(), new SimulateCommand());
    }
}
