// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.redlock.Redlock;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.Questions;
import dev.redlock.cli.common.Table;
import dev.redlock.cli.common.Texts;
import dev.redlock.spi.Printable;

/**
 * Shows who holds a lock, node by node. Changes nothing.
 */
@Command(name = "inspect", sortOptions = false,
    description = "Show who holds a lock, node by node.",
    footer = "%nExit status: 0; 1 if too few nodes answered to say who holds the lock.")
public final class InspectCommand implements Callable<Integer>
{
    private static final Duration WITHIN = Duration.ofSeconds(1);

    @Option(names = "--key", required = true, paramLabel = "KEY", description = "The key of the lock.")
    private String key;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call()
    {
        try (Redlock redlock = common.client().invoker().startWithoutQuorum().build())
        {
            final Questions questions = new Questions(redlock, WITHIN);
            questions.awaitNodes();
            final List<Sighting> sightings = new KeyReader(redlock, questions, key).read();
            final Majority majority = new Majority(sightings);

            print(sightings, majority);

            return majority.isConclusive() ? ExitStatus.OK : ExitStatus.FAILED;
        }
    }

    private void print(final List<Sighting> sightings, final Majority majority)
    {
        final Table table = new Table("node", "holder", ">remaining", "");
        for (final Sighting sighting : sightings)
        {
            switch (sighting.state())
            {
                case HELD:
                    table.row(sighting.node(), sighting.holder(), sighting.ttl(), "");
                    break;

                case FOREIGN:
                    table.row(sighting.node(), "?", "", "not a lock: a key of type " + sighting.detail());
                    break;

                case UNKNOWN:
                    table.row(sighting.node(), "?", "", sighting.detail());
                    break;

                default:
                    table.row(sighting.node(), "-", "", "");
                    break;
            }
        }

        final PrintWriter out = spec.commandLine().getOut();
        table.lines().forEach(out::println);
        out.println();
        Texts.wrap("lock '" + Printable.of(key) + "' is " + majority.verdict(), 2).forEach(out::println);
        out.flush();
    }
}
