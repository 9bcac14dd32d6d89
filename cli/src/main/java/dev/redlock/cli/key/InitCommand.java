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

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeploymentOptions;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.Failure;

/**
 * Declares nodes as one deployment, for clients at the quarantine level STRICT.
 */
@Command(name = "init", sortOptions = false,
    description = "Declare the nodes as one deployment, once, for the quarantine level STRICT.",
    footer = {
        "%nWrites a marker on each node. All nodes must answer; nobody may have used them, and no key may " +
            "be there under the prefix (without one: no key at all), unless --in-use is given. It may be " +
            "repeated: it goes on after it broke off, and changes nothing when all is done.",
        "%nExit status: 0 if all nodes are declared; 1 if not, with the reason."})
public final class InitCommand implements Callable<Integer>
{
    /*
     * Shorter than the longest time to live, whatever that is.
     */
    private static final LockOptions NO_LOCKS = LockOptions.DEFAULT.withTtl(Duration.ofMillis(100));

    @Option(names = "--in-use",
        description = "The nodes have been used, or some have lost their markers: those that get one now " +
            "vote after the longest time to live.")
    private boolean isInUse;

    @Mixin
    private DeploymentOptions deployment;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call()
    {
        try (Redlock redlock = deployment.build(common.client().invoker().startWithoutQuorum()
            .startTimeout(Duration.ZERO).defaults(NO_LOCKS)))
        {
            final PrintWriter out = spec.commandLine().getOut();
            redlock.operators().declareNodes(isInUse).forEach(out::println);
            out.flush();

            return ExitStatus.OK;
        }
        catch (final IllegalStateException ex)
        {
            throw new Failure(ExitStatus.FAILED, ex.getMessage());
        }
    }
}
