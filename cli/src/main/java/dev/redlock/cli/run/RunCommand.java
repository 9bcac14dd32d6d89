// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeadEnd;
import dev.redlock.cli.common.DeploymentOptions;
import dev.redlock.cli.common.DurationConverter;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.Secrets;
import dev.redlock.cli.run.process.Program;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;

/**
 * Runs a command under a lock.
 */
@Command(name = "run", sortOptions = false,
    description = "Run a command under a lock, extending the lock meanwhile.",
    customSynopsis = "redlock run --nodes URI[,URI...] --key KEY [options] -- CMD [ARGS...]",
    footer = {
        "%nThe command finds the key in REDLOCK_KEY, and does not get REDLOCK_NODES. It gets our SIGTERM, " +
            "SIGINT and SIGHUP, and alone: it tells its children. If it dies of the signal, they get it " +
            "too. What it leaves running when it ends works without the lock. When the lock is lost, the " +
            "command gets SIGTERM, and when its validity ends all that it has started is killed; if " +
            "redlock itself gets SIGKILL, nobody watches.",
        "%nExit status: the command's (128+n if signal n ended it); 75 if the lock was not obtained; 76 if " +
            "it was lost; 78 if no quorum is possible as the nodes are configured; 126 or 127 if the " +
            "command cannot be run; 2 if the command line is wrong."})
public final class RunCommand implements Callable<Integer>
{
    private static final Duration LEAST_NODE_TIMEOUT = Duration.ofMillis(100);
    private static final Duration GREATEST_NODE_TIMEOUT = Duration.ofSeconds(1);

    @Option(names = "--key", required = true, paramLabel = "KEY", description = "The key of the lock.")
    private String key;

    @Option(names = "--ttl", paramLabel = "TIME", converter = DurationConverter.class,
        description = "Time to live: if we die, nobody gets the lock for this long (default: 30s, or " +
            "--longest-ttl if that is shorter).")
    private Duration ttl;

    @Option(names = "--wait", defaultValue = "0s", paramLabel = "TIME", converter = DurationConverter.class,
        description = "How long to wait for the lock, from the start on (default: ${DEFAULT-VALUE}, a " +
            "single attempt).")
    private Duration waiting;

    @Option(names = "--in-line",
        description = "With --wait: in the order in which clients came, if all clients of the key wait in " +
            "line.")
    private boolean isInLine;

    @Option(names = "--max-hold", paramLabel = "TIME", converter = DurationConverter.class,
        description = "The lock is not extended beyond that (default: 1h, or the ttl if that is longer).")
    private Duration maxHold;

    @Option(names = "--grace", paramLabel = "TIME", converter = DurationConverter.class,
        description = "When the lock cannot be extended, SIGTERM comes so long before the end of its " +
            "validity, and SIGKILL then (default: a third of the ttl, at most 5s).")
    private Duration grace;

    @Option(names = "--fenced", description = "With a fencing token, in REDLOCK_FENCING_TOKEN.")
    private boolean isFenced;

    @Option(names = "--strict",
        description = "At the quarantine level STRICT, if the other clients are: only nodes vote that " +
            "'redlock init' declared with the same quorum, prefix and --longest-ttl.")
    private boolean isStrict;

    @Option(names = "--pass-nodes",
        description = "Leave REDLOCK_NODES, with its passwords, in the environment of the command.")
    private boolean doesPassNodes;

    @Option(names = "--no-group",
        description = "Make no control group for the command: what shall outlive the lock may leave it.")
    private boolean isUngrouped;

    @Mixin
    private DeploymentOptions deployment;

    @Mixin
    private CommonOptions common;

    @Parameters(arity = "1..*", paramLabel = "CMD", description = "The command and its arguments.")
    private List<String> command;

    @Override
    public Integer call()
    {
        final RunSettings settings = settings();
        common.checkTtl(settings.ttl());
        checkPlace();
        common.requiredUris();
        Program.check(command.get(0), System.getenv("PATH"));
        final Patience patience = new Patience(key, waiting);

        final RedlockBuilder builder = common.client().name("redlock-run")
            .minNodeTimeout(LEAST_NODE_TIMEOUT).maxNodeTimeout(GREATEST_NODE_TIMEOUT)
            .quarantine(isStrict ? QuarantineLevel.STRICT : QuarantineLevel.RESTART)
            .startWithoutQuorum();
        try (Redlock redlock = deployment.build(isInLine ? builder.waitInLine() : builder))
        {
            checkConfiguration(redlock);

            return new GuardedRun(redlock, settings, patience, common.isVerbose()).call();
        }
    }

    private void checkPlace()
    {
        if (isInLine && waiting.isZero())
        {
            throw common.usage("--in-line is for who waits: say for how long, such as --wait 30s");
        }
    }

    private RunSettings settings()
    {
        final Duration wanted = common.ttl(ttl);
        try
        {
            return new RunSettings(key, wanted,
                maxHold == null ? RunSettings.defaultMaxHold(wanted) : maxHold,
                grace == null ? RunSettings.defaultGrace(wanted) : grace, isFenced, doesPassNodes,
                !isUngrouped, command);
        }
        catch (final IllegalArgumentException ex)
        {
            throw common.usage(ex.getMessage());
        }
    }

    /*
     * Waiting would not help, so it is reported at once, not after the patience is over.
     */
    private void checkConfiguration(final Redlock redlock)
    {
        final List<NodeStatus> nodes = redlock.nodes();
        final List<String> wrong = nodes.stream().filter(NodeStatus::isConfigurationError)
            .map(NodeStatus::toString).collect(Collectors.toList());
        if (nodes.size() - wrong.size() < redlock.quorum())
        {
            throw new DeadEnd(ExitStatus.MISCONFIGURED, "lock '" + key + "' was not obtained: " +
                "the configuration of the nodes is wrong: " + String.join("; ", wrong));
        }
        wrong.forEach((node) ->
            System.err.println("redlock: going on without a misconfigured node: " + Secrets.hide(node)));
    }
}
