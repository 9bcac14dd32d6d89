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

import dev.redlock.KeyOnNode;
import dev.redlock.LockHolder;
import dev.redlock.Redlock;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeploymentOptions;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.Questions;
import dev.redlock.cli.output.Prose;
import dev.redlock.cli.output.Table;
import dev.redlock.outcome.KeyState;
import dev.redlock.quorum.Quorum;

/**
 * Shows who holds a lock, node by node, and who waits for it in line. Changes nothing.
 */
@Command(name = "inspect", sortOptions = false,
    description = "Show who holds a lock, node by node, and who waits in line.",
    footer = {
        "%nThe nodes have the key with the prefix of the clients. Where no node has it, 'inspect' looks " +
            "for a second on each node for locks that end so, under another prefix.",
        "%nExit status: 0; 1 if too few nodes answered to say who holds the lock."})
public final class InspectCommand implements Callable<Integer>
{
    private static final Duration WITHIN = Duration.ofSeconds(1);

    @Option(names = "--key", required = true, paramLabel = "KEY", description = "The key of the lock.")
    private String key;

    @Mixin
    private DeploymentOptions deployment;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call()
    {
        try (Redlock redlock = deployment.build(common.client().invoker().startWithoutQuorum()))
        {
            new Questions(redlock, WITHIN).awaitNodes();
            final LockHolder lock = redlock.operators().holder(key).toCompletableFuture().join();

            print(lock, Quorum.of(lock.nodes().size(), redlock.quorum()));
            final PrintWriter out = spec.commandLine().getOut();
            if (lock.nodes().stream().noneMatch((node) -> node.state() == KeyState.HELD))
            {
                Namesakes.of(redlock, deployment, key).forEach(out::println);
            }
            Line.words(redlock.operators().waiters(key).toCompletableFuture().join(), lock)
                .forEach(out::println);
            out.flush();

            return lock.isCertain() ? ExitStatus.OK : ExitStatus.FAILED;
        }
    }

    private void print(final LockHolder lock, final Quorum quorum)
    {
        final Table table = new Table("node", "holder", ">remaining", "");
        for (final KeyOnNode node : lock.nodes())
        {
            switch (node.state())
            {
                case HELD -> table.row(node.node(), node.holder(), ttl(node), "");
                case NO_LOCK -> table.row(node.node(), "?", "", "not a lock: a key of type " + node.detail());
                case UNKNOWN -> table.row(node.node(), "?", "", node.detail());
                default -> table.row(node.node(), "-", "", "");
            }
        }

        final PrintWriter out = spec.commandLine().getOut();
        table.lines().forEach(out::println);
        out.println();
        Prose.wrap("lock " + deployment.shown(key) + " " + Majority.verdict(lock, quorum), 2)
            .forEach(out::println);
        out.flush();
    }

    private static String ttl(final KeyOnNode node)
    {
        return node.remaining().equals(KeyOnNode.ENDLESS) ? "never ends" :
            Prose.format("%.1f s", node.remaining().toMillis() / 1000.0);
    }
}
