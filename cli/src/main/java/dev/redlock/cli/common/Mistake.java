// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What is wrong with a command line, in words that say what was typed and what may have been meant.
 */
final class Mistake
{
    private static final Set<String> IN_THE_SOURCE_TREE = Set.of("chaos", "simulate");

    private Mistake()
    {
    }

    static String describe(final ParameterException ex)
    {
        final CommandLine command = ex.getCommandLine();
        if (ex instanceof UnmatchedArgumentException)
        {
            return unmatched((UnmatchedArgumentException)ex);
        }
        if (ex instanceof MissingParameterException)
        {
            // What is missing was often there, and mistyped.
            final List<String> unmatched = command.getUnmatchedArguments();
            if (!unmatched.isEmpty())
            {
                return unmatched(new UnmatchedArgumentException(command, unmatched));
            }
            if (((MissingParameterException)ex).getMissing().stream().anyMatch(ArgSpec::isPositional))
            {
                return "there is no command to run; it stands behind --, such as -- sh backup.sh";
            }
        }
        if (ex.getMessage().startsWith("Missing required subcommand"))
        {
            return "no command was given; there are " + String.join(", ", command.getSubcommands().keySet());
        }

        return ex.getMessage();
    }

    private static String unmatched(final UnmatchedArgumentException ex)
    {
        final CommandLine command = ex.getCommandLine();
        final String argument = ex.getUnmatched().get(0);
        final boolean isOption = argument.startsWith("-");
        final List<String> owners = !isOption ? List.of() : command.getSubcommands().entrySet().stream()
            .filter((entry) -> entry.getValue().getCommandSpec().findOption(argument) != null)
            .map((entry) -> entry.getKey()).collect(Collectors.toList());
        if (!owners.isEmpty())
        {
            return "option '" + argument + "' stands behind its command, such as '" +
                command.getCommandSpec().qualifiedName() + " " + owners.get(0) + " " + argument + "'";
        }
        if (!isOption && command.getSubcommands().isEmpty())
        {
            return "'" + argument + "' is too much: the command takes options only";
        }

        if (IN_THE_SOURCE_TREE.contains(argument))
        {
            return argument + " tests Redlock itself, and is in its source tree only: ./redlock " + argument;
        }

        final List<String> suggestions = ex.getSuggestions();

        return "no " + (isOption ? "option" : "command") + " '" + argument + "'" +
            (suggestions.isEmpty() ? "" : "; did you mean '" + suggestions.get(0) + "'?");
    }
}
