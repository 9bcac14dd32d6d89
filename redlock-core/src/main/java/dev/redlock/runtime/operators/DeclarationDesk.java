// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;

import dev.redlock.admission.Deployment;
import dev.redlock.admission.Marker;
import dev.redlock.admission.MarkerRule;
import dev.redlock.admission.NodeTime;
import dev.redlock.spi.Answer;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.Printable;

/**
 * Declares nodes as one deployment, by writing their markers. In two steps: a marker of epoch 0 on every
 * node, with which it does not vote yet; and, when all have one of the same declaration, epoch 1. So it can
 * be repeated after it broke off, and of two declarations at a time, of lists that share a node, at most one
 * gets through.
 */
public final class DeclarationDesk
{
    private static final String REPLACE = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end\n" +
        "redis.call('SET', KEYS[1], ARGV[2])\nreturn 1";
    private static final String KEYS_AT_A_TIME = "1000";
    private static final int MOST_LOOKS = 1_000;

    private final OperatorDesk desk;
    private final MarkerRule rule;
    private final List<NodeAddress> nodes;
    private final long withinNs;

    /**
     * A desk for declarations.
     *
     * @param desk     that asks single nodes.
     * @param rule     what the client is set to.
     * @param withinNs how long each answer may take.
     */
    public DeclarationDesk(final OperatorDesk desk, final MarkerRule rule, final long withinNs)
    {
        this.desk = desk;
        this.rule = rule;
        this.withinNs = withinNs;
        nodes = desk.context.nodes();
    }

    /**
     * Declares the nodes. Blocks.
     *
     * @param inUse whether they may have been used: those without a marker then vote after the longest time
     *              to live only. Otherwise there must be no key under the prefix.
     * @return what was done, a sentence for each node.
     * @throws IllegalStateException with the reason and the remedy, if that is refused, or broke off.
     */
    public List<String> declare(final boolean inUse)
    {
        final List<Marker> found = new ArrayList<>();
        IntStream.range(0, nodes.size()).forEach(i -> found.add(read(i)));
        final Deployment declared = declared(found);
        final boolean isVoting = found.stream().anyMatch(marker -> marker != null && isVoting(marker));
        for (int i = 0; i < found.size() && !inUse; i++)
        {
            checkFresh(i, found.get(i), isVoting);
        }

        final List<String> done = new ArrayList<>();
        final Deployment deployment = declared == null ? newDeployment() : declared.inEpoch(0);
        for (int i = 0; i < found.size(); i++)
        {
            done.add(write(i, found.get(i), deployment, inUse));
        }
        final List<Marker> written = new ArrayList<>();
        IntStream.range(0, nodes.size()).forEach(i -> written.add(read(i)));
        for (int i = 0; i < written.size(); i++)
        {
            confirm(i, written.get(i), deployment);
        }

        return done;
    }

    private Deployment newDeployment()
    {
        final List<String> seats = IntStream.range(0, nodes.size()).mapToObj(i -> rule.draw()).toList();

        return Deployment.of(seats, rule.ours().quorum(), rule.ours().longestTtlMs());
    }

    /*
     * The declaration that the markers agree on, with epoch 0; null if there are none.
     */
    private Deployment declared(final List<Marker> found)
    {
        Deployment declared = null;
        for (int i = 0; i < found.size(); i++)
        {
            final Marker marker = found.get(i);
            if (marker != null)
            {
                final String differs = rule.difference(marker, nodes.get(i).database());
                final Deployment its = marker.deployment().inEpoch(0);
                refuseIf(differs != null, i, differs);
                refuseIf(declared != null && !declared.equals(its), i, "was declared with other nodes " +
                    "before: list the same ones, or, if nothing uses them any more, delete " +
                    rule.keyText() + " on all of them");
                declared = its;
            }
        }

        return declared;
    }

    private void checkFresh(final int node, final Marker marker, final boolean isVoting)
    {
        refuseIf(marker == null && isVoting, node, "has no marker, but others have, and may be in use: it " +
            "may have forgotten locks. Say --in-use, and it votes after the longest time to live");
        if (!isVoting)
        {
            final String key = someKey(node);
            refuseIf(key != null, node, "has a key under the prefix, '" + key + "', so it is not fresh: " +
                "delete what is there, or say --in-use, and it votes after the longest time to live");
        }
    }

    private String someKey(final int node)
    {
        String cursor = "0";
        for (int looks = 0; looks < MOST_LOOKS; looks++)
        {
            final Answer answer = ask(node, "SCAN", cursor, "MATCH", rule.pattern(), "COUNT", KEYS_AT_A_TIME);
            refuseIf(answer.isError() || answer.elements().size() != 2, node, "does not list its keys (" +
                Printable.of(answer.text()) + "): allow SCAN to this user (ACL: +scan), or say --in-use");
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

    private String write(
        final int node, final Marker found, final Deployment deployment, final boolean inUse)
    {
        if (found != null && (isVoting(found) || !inUse))
        {
            return name(node) + (isVoting(found) ? " was declared before" : " is declared");
        }

        final Marker.Birth born = inUse ? Marker.Birth.of(timeUs(node), rule.wallUs().getAsLong()) :
            Marker.Birth.BEFORE_USE;
        final String info = ask(node, "INFO").text();
        final MarkerRule.Identity identity = new MarkerRule.Identity(
            nodes.get(node).database(), value(info, "run_id:"), value(info, "master_replid:"));
        final Marker marker = rule.draw(deployment, rule.draw(), identity, born);
        final Answer answer = found == null ?
            ask(node, "SET", rule.keyText(), text(marker), "NX") : replace(node, found, marker);
        refuseIf(answer.isError() || answer.kind() == Answer.Kind.NIL || answer.number() == 0 &&
            answer.kind() == Answer.Kind.NUMBER, node, "did not take its marker (" +
            Printable.of(answer.text()) + "): see that nobody else declares it, and try again");

        return name(node) + " is declared" + (inUse ? ", and votes after the longest time to live" : "");
    }

    private void confirm(final int node, final Marker marker, final Deployment deployment)
    {
        refuseIf(marker == null || !marker.deployment().inEpoch(0).equals(deployment), node,
            "has got another marker meanwhile: see that nobody else declares it, and try again");
        if (!isVoting(marker))
        {
            final Answer answer = replace(node, marker, marker.in(deployment.inEpoch(1)));
            refuseIf(answer.number() != 1, node, "did not confirm its marker (" +
                Printable.of(answer.text()) + "): try again");
        }
    }

    private Answer replace(final int node, final Marker old, final Marker marker)
    {
        return ask(node, "EVAL", REPLACE, "1", rule.keyText(), text(old), text(marker));
    }

    private Marker read(final int node)
    {
        final Answer answer = ask(node, "GET", rule.keyText());
        refuseIf(answer.isError(), node, "does not give its marker (" + Printable.of(answer.text()) +
            "): allow it to this user (ACL: +get +set +eval ~prefix*)");
        final Marker marker = answer.kind() == Answer.Kind.NIL ? null : Marker.parse(answer.bytes());
        refuseIf(marker == null && answer.kind() != Answer.Kind.NIL, node,
            "has something else in " + rule.keyText() + ": use another key prefix, or delete it");

        return marker;
    }

    private long timeUs(final int node)
    {
        final long us = NodeTime.us(ask(node, "TIME"));
        refuseIf(us == NodeTime.UNKNOWN, node, "does not tell its time: allow it to this user (ACL: +time)");

        return us;
    }

    private static String value(final String info, final String name)
    {
        return info.lines().filter(line -> line.startsWith(name))
            .map(line -> line.substring(name.length()).trim()).findFirst().orElse(null);
    }

    private Answer ask(final int node, final String... words)
    {
        final byte[][] command = new byte[words.length][];
        for (int i = 0; i < words.length; i++)
        {
            command[i] = words[i].getBytes(UTF_8);
        }
        try
        {
            return desk.ask(node, withinNs, command).join();
        }
        catch (final CompletionException ex)
        {
            throw new IllegalStateException(ex.getCause().getMessage() +
                ": all nodes must be reachable to be declared; try again when they are", ex);
        }
    }

    private void refuseIf(final boolean isRefused, final int node, final String why)
    {
        if (isRefused)
        {
            throw new IllegalStateException("node " + name(node) + " " + why);
        }
    }

    private String name(final int node)
    {
        return nodes.get(node).display();
    }

    private static boolean isVoting(final Marker marker)
    {
        return marker.deployment().epoch() > 0;
    }

    private static String text(final Marker marker)
    {
        return new String(marker.bytes(), UTF_8);
    }
}
