// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.declaration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.redlock.admission.Lack;
import dev.redlock.admission.info.NodeTime;
import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.text.Printable;

/**
 * The nodes of a list, their markers, and the questions that concern them. What they refuse comes back as an
 * {@link IllegalStateException} with the reason and the remedy.
 */
final class MarkerNodes
{
    private static final String RUN_ID = "run_id:";
    private static final String HISTORY = "master_replid:";
    private static final String KEYS_AT_A_TIME = "1000";
    private static final int MOST_LOOKS = 1_000;

    final MarkerRule rule;
    private final NodeQuestions questions;
    private final List<NodeAddress> nodes;

    MarkerNodes(final NodeQuestions questions, final List<NodeAddress> nodes, final MarkerRule rule)
    {
        this.questions = questions;
        this.nodes = nodes;
        this.rule = rule;
    }

    /**
     * Reads all markers.
     *
     * @return by node; null where there is none.
     */
    List<Marker> readAll()
    {
        final List<Marker> found = new ArrayList<>();
        IntStream.range(0, nodes.size()).forEach(i -> found.add(read(i)));

        return found;
    }

    /**
     * Reads the marker of a node.
     *
     * @return null if there is none.
     */
    Marker read(final int node)
    {
        final Answer answer = ask(node, "GET", rule.keyText());
        refuseIf(answer.isError(), node, "does not give its marker (" + Printable.of(answer.text()) +
            "): " + remedy("GET", answer));
        final Marker marker = marker(answer);
        refuseIf(marker == null && answer.kind() != Answer.Kind.NIL, node,
            "has something else in " + rule.keyText() + ": use another key prefix, or delete it");

        return marker;
    }

    /**
     * The marker that an answer to GET shows.
     *
     * @return null if there is none.
     */
    static Marker marker(final Answer answer)
    {
        return answer.isError() || answer.kind() == Answer.Kind.NIL ? null : Marker.parse(answer.bytes());
    }

    /**
     * Writes a marker if the node still has what was found.
     *
     * @param found null for none.
     */
    void replace(final int node, final Marker found, final Marker marker)
    {
        final Answer answer = found == null ? ask(node, "SET", rule.keyText(), text(marker), "NX") :
            ask(node, "EVAL", Scripts.replace().text(), "1", rule.keyText(), text(found), text(marker));
        refuseIf(answer.isError(), node, "did not take its marker (" + Printable.of(answer.text()) +
            "): " + remedy(found == null ? "SET" : "EVAL", answer));
        if (found == null ? !answer.text().equals("OK") : answer.number() != 1)
        {
            throw new Overtaken(name(node));
        }
    }

    private static String remedy(final String command, final Answer error)
    {
        return switch (error.errorCode())
        {
            case NOPERM -> "allow it to this user (ACL: +get +set +eval ~prefix*)";
            case UNKNOWN_COMMAND -> command + ", with which markers are " +
                (command.equals("GET") ? "read" : "written") + ", is not known there: " +
                Lack.of(command, error).remedy();
            default -> "see what it lacks, and try again";
        };
    }

    /**
     * A new marker for a node.
     */
    Marker draw(final int node, final Deployment deployment, final String seat,
        final Marker.Birth born)
    {
        final String info = ask(node, "INFO").text();
        final MarkerRule.Identity identity = new MarkerRule.Identity(
            nodes.get(node).database(), value(info, RUN_ID), value(info, HISTORY));

        return rule.draw(deployment, seat, identity, born);
    }

    /**
     * Whether a node was started anew, or got other data, since its marker was drawn.
     */
    boolean hasChanged(final int node, final Marker marker)
    {
        final String info = ask(node, "INFO").text();

        return marker.isOfAnother(value(info, RUN_ID), value(info, HISTORY));
    }

    /**
     * The present time, by the node and by us.
     */
    Marker.Birth now(final int node)
    {
        final Answer answer = ask(node, "TIME");
        final long us = NodeTime.us(answer);
        refuseIf(us == NodeTime.UNKNOWN, node, "does not tell its time (" +
            Printable.of(answer.isError() ? answer.text() : answer.toString()) + "): " +
            Lack.of("TIME", answer).remedy());

        return Marker.Birth.of(us, rule.wallUs().getAsLong());
    }

    /**
     * The id of its process.
     *
     * @return null if it does not say.
     */
    String runId(final int node)
    {
        return value(ask(node, "INFO", "server").text(), RUN_ID);
    }

    private static String value(final String info, final String name)
    {
        return info.lines().filter(line -> line.startsWith(name))
            .map(line -> line.substring(name.length()).trim()).findFirst().orElse(null);
    }

    /**
     * Refuses the node if there is a key under the prefix.
     */
    void checkEmpty(final int node)
    {
        final String key = someKey(node);
        refuseIf(key != null, node, "has a key under the prefix, '" + key + "', so it is not fresh: " +
            "delete what is there, or say --in-use, and it votes after the longest time to live");
    }

    private String someKey(final int node)
    {
        String cursor = "0";
        for (int looks = 0; looks < MOST_LOOKS; looks++)
        {
            final Answer answer = ask(node, "SCAN", cursor, "MATCH", rule.pattern(), "COUNT", KEYS_AT_A_TIME);
            refuseIf(answer.isError() || answer.elements().size() != 2, node, "does not list its keys (" +
                Printable.of(answer.text()) + ") with SCAN: " + Lack.of("SCAN", answer).remedy() +
                ", or say --in-use");
            for (final Answer key : answer.elements().get(1).elements())
            {
                if (!key.text().equals(rule.keyText()))
                {
                    return Printable.of(key.text());
                }
            }
            cursor = answer.elements().get(0).text();
            if (cursor.equals("0"))
            {
                return null;
            }
        }
        refuseIf(true, node, "has too many keys to look through: use an empty database, or say --in-use");

        return null;
    }

    Answer ask(final int node, final String... words)
    {
        return questions.ask(node, words);
    }

    void refuseIf(final boolean isRefused, final int node, final String why)
    {
        if (isRefused)
        {
            throw new IllegalStateException("node " + name(node) + " " + why);
        }
    }

    String name(final int node)
    {
        return nodes.get(node).display();
    }

    NodeAddress address(final int node)
    {
        return nodes.get(node);
    }

    int count()
    {
        return nodes.size();
    }

    private static String text(final Marker marker)
    {
        return new String(marker.bytes(), UTF_8);
    }

    /**
     * A node has another marker than a moment ago: a client that knew the node has written a lost one back,
     * or somebody else declares it.
     */
    static final class Overtaken extends IllegalStateException
    {
        private static final long serialVersionUID = 1L;

        Overtaken(final String node)
        {
            super("node " + node + " has got another marker meanwhile: a client that knew it writes its " +
                "lost marker back, or somebody else declares it; see that nobody does, and try again");
        }
    }
}
