// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import dev.redlock.cli.bench.BenchCommand;
import dev.redlock.cli.common.Complaints;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.WholeNumbers;
import dev.redlock.cli.demo.DemoCommand;
import dev.redlock.cli.key.InitCommand;
import dev.redlock.cli.key.InspectCommand;
import dev.redlock.cli.key.ReleaseCommand;
import dev.redlock.cli.output.Output;
import dev.redlock.cli.output.StandardStreams;
import dev.redlock.cli.probe.ProbeCommand;
import dev.redlock.cli.run.RunCommand;

/**
 * The command line: reads the arguments, runs one command, ends with its exit status.
 */
@Command(
    name = "redlock",
    mixinStandardHelpOptions = true,
    versionProvider = ManifestVersion.class,
    description = "Distributed locks over N independent Redis or Valkey masters.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
        DemoCommand.class, RunCommand.class, BenchCommand.class, ProbeCommand.class, InspectCommand.class,
        ReleaseCommand.class, InitCommand.class, CommandLine.HelpCommand.class},
    footer = "%nSee 'redlock COMMAND --help' for a command. chaos and simulate are in the source tree only.")
public final class Main
{
    private static final char REPLACEMENT = '\uFFFD';
    private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

    /*
     * Nobody is kept longer by a standard error that is not read.
     */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private Main()
    {
    }

    /**
     * Entry point of the executable jar.
     *
     * @param args command, options and operands.
     */
    public static void main(final String[] args)
    {
        run(Main::commandLine, args);
    }

    /**
     * Runs one command, and ends the process with its exit status.
     *
     * @param source gives the command line that knows it, once the standard streams are ours: Picocli keeps
     *               those that it finds.
     * @param args   command, options and operands.
     */
    public static void run(final Supplier<CommandLine> source, final String[] args)
    {
        StandardStreams.plug();
        // What libraries log goes to standard error in one line, as our own complaints do.
        System.setProperty(LOG_FORMAT, System.getProperty(LOG_FORMAT, "redlock: %5$s%n"));
        final Output out = Output.standard();
        final Output err = Output.error();
        System.setOut(out);
        System.setErr(err);

        int status = ExitStatus.FAILED;
        try
        {
            final CommandLine commandLine = source.get().setOut(out.writer()).setErr(err.writer());
            status = isLegible(args, err) ? commandLine.execute(args) : ExitStatus.USAGE;
        }
        catch (final Error ex)
        {
            ex.printStackTrace();
        }
        final String trouble = out.trouble();
        if (trouble != null)
        {
            err.println("redlock: standard output could not be written: " + trouble);
        }
        err.settle(LAST_WORDS);
        System.exit(trouble == null || status != ExitStatus.OK ? status : ExitStatus.FAILED);
    }

    /*
     * Java reads arguments in the charset of the locale, and puts a mark in the place of what that cannot
     * hold. Two keys that differ would be one then, and a command would run with other arguments.
     */
    private static boolean isLegible(final String[] args, final PrintStream err)
    {
        for (final String arg : args)
        {
            if (arg.indexOf(REPLACEMENT) >= 0)
            {
                err.println("redlock: an argument is no text in the locale's charset, " +
                    System.getProperty("sun.jnu.encoding") + ", and would be changed: set LC_ALL=C.UTF-8, " +
                    "or write it in ASCII");
                return false;
            }
        }

        return true;
    }

    /**
     * The command line, not yet run.
     *
     * @param more commands than those of users.
     * @return it.
     */
    public static CommandLine commandLine(final Object... more)
    {
        final Complaints complaints = new Complaints();
        final CommandLine commandLine = new CommandLine(new Main());
        List.of(more).forEach(commandLine::addSubcommand);
        // What follows the name of the command to run is that command's own, options and @ signs included.
        commandLine.getSubcommands().get("run").setStopAtPositional(true);
        WholeNumbers.register(commandLine);

        return commandLine
            .setExpandAtFiles(false)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(true)
            .setParameterExceptionHandler(complaints).setExecutionExceptionHandler(complaints);
    }
}
