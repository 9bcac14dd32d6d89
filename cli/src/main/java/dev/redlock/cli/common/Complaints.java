// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.io.PrintWriter;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

import dev.redlock.RedlockException;
import dev.redlock.text.Printable;

/**
 * Turns what went wrong into one line on standard error and an exit status.
 */
public final class Complaints implements IParameterExceptionHandler, IExecutionExceptionHandler
{
    @Override
    public int handleParseException(final ParameterException ex, final String[] args)
    {
        final CommandLine command = ex.getCommandLine();
        print(command, Secrets.hideIn(Mistake.describe(ex), args) +
            " (see '" + command.getCommandSpec().qualifiedName() + " --help')");

        return ExitStatus.USAGE;
    }

    @Override
    public int handleExecutionException(
        final Exception ex, final CommandLine command, final ParseResult parseResult)
    {
        final boolean isExpected = ex instanceof DeadEnd || ex instanceof RedlockException ||
            ex instanceof IllegalArgumentException || ex instanceof IllegalStateException;
        final String message = ex.getMessage() == null ? ex.getClass().getName() : ex.getMessage();
        final boolean isVerbose = command.getParseResult().hasMatchedOption("--verbose");

        print(command, isExpected ? message : ex.getClass().getName() + ": " + message +
            (isVerbose ? "" : " (--verbose shows where)"));
        if (isVerbose && !(ex instanceof DeadEnd))
        {
            ex.printStackTrace(command.getErr());
        }

        return statusOf(ex);
    }

    private static int statusOf(final Exception ex)
    {
        if (ex instanceof DeadEnd)
        {
            return ((DeadEnd)ex).status();
        }

        return ex instanceof IllegalArgumentException ? ExitStatus.USAGE : ExitStatus.FAILED;
    }

    private static void print(final CommandLine command, final String message)
    {
        final PrintWriter err = command.getErr();
        err.println("redlock: " + Printable.of(Secrets.hide(message.replaceAll("\\s*\\R\\s*", "; "))));
        err.flush();
    }
}
