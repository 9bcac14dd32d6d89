// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.redlock.ForcedRelease;
import dev.redlock.Redlock;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeploymentOptions;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.Questions;
import dev.redlock.cli.output.Prose;
import dev.redlock.cli.output.Table;

/**
 * Takes a lock away from its holder: an operator's last resort.
 */
@Command(name = "release", sortOptions = false,
    description = "Take a lock away from its holder: the last resort.",
    footer = {
        "%nThe holder is not told; if it lives, it works on until it tries to extend the lock. See with " +
            "'inspect' who that is, and stop it first.",
        "%nExit status: 0 if no node has the lock any more; 3 if no node had it, so that nothing was " +
            "deleted: see that key and prefix are right; 1 if that is not certain of some node."})
public final class ReleaseCommand implements Callable<Integer>
{
    private static final Duration WITHIN = Duration.ofSeconds(1);

    @Option(names = "--key", required = true, paramLabel = "KEY", description = "The key of the lock.")
    private String key;

    @Option(names = "--force", description = "Really do it.")
    private boolean isForced;

    @Mixin
    private DeploymentOptions deployment;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call()
    {
        if (!isForced)
        {
            throw common.usage("release takes the lock " + deployment.shown(key) + " away from its holder, " +
                "who is not told: stop the holder first, then say --force");
        }

        try (Redlock redlock = deployment.build(common.client().invoker().startWithoutQuorum()))
        {
            new Questions(redlock, WITHIN).awaitNodes();
            final ForcedRelease release = redlock.operators().forceRelease(key).toCompletableFuture().join();
            print(release);
            if (release.found() == 0)
            {
                final PrintWriter out = spec.commandLine().getOut();
                out.println();
                Prose.wrap("lock " + deployment.shown(key) + " was on none of the nodes that answered", 2)
                    .forEach(out::println);
                Namesakes.of(redlock, deployment, key).forEach(out::println);
                out.flush();
            }

            return release.confirmed() < release.nodes().size() ? ExitStatus.FAILED :
                release.found() == 0 ? ExitStatus.NOTHING : ExitStatus.OK;
        }
    }

    private void print(final ForcedRelease release)
    {
        final Table table = new Table("node", "");
        release.nodes().forEach((removal) -> table.row(removal.node(), removal.detail()));
        final PrintWriter out = spec.commandLine().getOut();
        table.lines().stream().skip(1).forEach(out::println);
        out.flush();
    }
}
