// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.redlock.Redlock;
import dev.redlock.admission.marker.Agreement;
import dev.redlock.cli.common.DeploymentOptions;
import dev.redlock.cli.common.Questions;
import dev.redlock.cli.common.Questions.NoAnswer;
import dev.redlock.cli.output.Prose;
import dev.redlock.cli.probe.LockClient;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.Answer;
import dev.redlock.text.Printable;

/**
 * Where a key may be that no node has: under a prefix that was not given. Looks for locks that end as the key
 * does, for a second on each node, and at the names of the connections. Changes nothing.
 */
final class Namesakes
{
    private static final Duration PER_NODE = Duration.ofSeconds(1);
    private static final String KEYS_AT_A_TIME = "1000";
    private static final int MOST_KEYS = 5;
    private static final int MOST_CLIENTS = 3;

    private final Redlock redlock;
    private final DeploymentOptions deployment;
    private final String key;

    /*
     * Locks, and a bit for each node that has it; nodes that were not looked through, and why; clients with
     * another prefix, and its digest.
     */
    private final Map<String, Integer> found = new TreeMap<>();
    private final List<String> unseen = new ArrayList<>();
    private final Map<String, String> strangers = new TreeMap<>();
    private boolean areMore;

    private Namesakes(final Redlock redlock, final DeploymentOptions deployment, final String key)
    {
        this.redlock = redlock;
        this.deployment = deployment;
        this.key = key;
    }

    /**
     * Looks, and says what was seen.
     *
     * @param redlock    in invoker mode, on its owner's thread.
     * @param deployment with the prefix that was given.
     * @param key        without it.
     * @return lines that fit a terminal.
     */
    static List<String> of(final Redlock redlock, final DeploymentOptions deployment, final String key)
    {
        final Namesakes namesakes = new Namesakes(redlock, deployment, key);
        final List<NodeStatus> nodes = redlock.nodes();
        for (int i = 0; i < nodes.size(); i++)
        {
            namesakes.look(i, nodes.get(i));
        }

        return namesakes.words(nodes.size()).stream()
            .flatMap((sentence) -> Prose.wrap(sentence, 2).stream()).toList();
    }

    private void look(final int nodeIndex, final NodeStatus status)
    {
        if (!status.isConnected())
        {
            unseen.add(status.node() + " (" + status.state() + ")");

            return;
        }

        final long startNs = System.nanoTime();
        lookAtClients(nodeIndex, startNs);
        try
        {
            String cursor = "0";
            do
            {
                final Answer answer = ask(
                    nodeIndex, startNs, "SCAN", cursor, "MATCH", pattern(), "COUNT", KEYS_AT_A_TIME);
                if (answer.elements().size() != 2)
                {
                    throw new Unseen(answer.isError() ? answer.text() : answer.toString());
                }
                for (final Answer name : answer.elements().get(1).elements())
                {
                    lookAt(nodeIndex, startNs, name);
                }
                cursor = answer.elements().get(0).text();
            }
            while (!cursor.equals("0"));
        }
        catch (final NoAnswer | Unseen ex)
        {
            unseen.add(status.node() + " (" + (left(startNs).isNegative() ? "not to the end within 1 s" :
                Printable.of(ex.getMessage())) + ")");
        }
    }

    private static Duration left(final long startNs)
    {
        return PER_NODE.minusNanos(System.nanoTime() - startNs);
    }

    private Answer ask(final int nodeIndex, final long startNs, final String... words)
        throws NoAnswer, Unseen
    {
        final Duration left = left(startNs);
        if (left.isNegative() || left.isZero())
        {
            throw new Unseen("no time is left");
        }

        return new Questions(redlock, left).ask(nodeIndex, words);
    }

    /*
     * Without the right to list them, and where there are too many, there is no hint.
     */
    private void lookAtClients(final int nodeIndex, final long startNs)
    {
        try
        {
            final Answer answer = ask(nodeIndex, startNs, "CLIENT", "LIST");
            (answer.isError() ? List.<LockClient>of() : LockClient.listed(answer.text())).stream()
                .filter((client) -> !client.agreement().prefix().equals(digest(deployment.prefix())))
                .forEach((client) -> strangers.put(client.ownName(), client.agreement().prefix()));
        }
        catch (final NoAnswer | Unseen ignored)
        {
            // The keys are what counts.
        }
    }

    private static String digest(final String prefix)
    {
        return Agreement.of(List.of(), 1, "", "", prefix.getBytes(StandardCharsets.UTF_8)).prefix();
    }

    private void lookAt(final int nodeIndex, final long startNs, final Answer answer)
        throws NoAnswer, Unseen
    {
        final String name = answer.text();
        if (!name.endsWith(key) || name.equals(deployment.prefix() + key))
        {
            return;
        }
        if (!found.containsKey(name) && found.size() == MOST_KEYS)
        {
            areMore = true;
        }
        else if (ask(nodeIndex, startNs, "PTTL", name).number() > 0 &&
            !ask(nodeIndex, startNs, "GET", name).isError())
        {
            // A node may list a key twice.
            found.merge(name, 1 << nodeIndex, (before, now) -> before | now);
        }
    }

    private String pattern()
    {
        return "*" + key.replaceAll("[\\\\*?\\[\\]^-]", "\\\\$0");
    }

    private List<String> words(final int nodeCount)
    {
        final List<String> sentences = new ArrayList<>();
        found.forEach((name, nodes) ->
        {
            final String prefix = name.substring(0, name.length() - key.length());
            final String whose = strangers.entrySet().stream()
                .filter((client) -> client.getValue().equals(digest(prefix))).findFirst()
                .map((client) -> ", as of " + client.getKey()).orElse("");
            final String shown = "'" + Printable.of(prefix) + "'";
            sentences.add("but '" + Printable.of(name) + "' is there as a lock would be, on " +
                Integer.bitCount(nodes) + " of " + Prose.plural(nodeCount, "node") + ": if " + shown +
                " is the prefix of the clients" + whose + ", say --prefix " + shown);
        });
        if (areMore)
        {
            sentences.add("more keys end so");
        }
        if (found.isEmpty() && !strangers.isEmpty())
        {
            sentences.add("clients with another prefix are connected: " +
                strangers.keySet().stream().limit(MOST_CLIENTS).collect(Collectors.joining(", ")) +
                (strangers.size() > MOST_CLIENTS ? ", and more" : "") +
                "; for a lock of theirs say --prefix, with what they were built with (keyPrefix)");
        }
        if (!unseen.isEmpty())
        {
            sentences.add("not looked for under another prefix on " + String.join(", ", unseen));
        }

        return sentences;
    }

    /**
     * A node was not looked through.
     */
    private static final class Unseen extends Exception
    {
        private static final long serialVersionUID = 1L;

        Unseen(final String why)
        {
            super(why);
        }
    }
}
