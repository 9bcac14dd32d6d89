// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.scripts;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Script;
import dev.redlock.test.resp.RespClient;

/**
 * A call of a script of lines. Unless told otherwise, nothing comes to its end within a test.
 */
final class LineCall
{
    private static final int LIFE = 1;
    private static final int LEFT = 2;
    private static final int MOST = 3;
    private static final int WINDOW = 6;
    private static final int TOKEN = 7;
    private static final int TTL = 8;
    private static final int SINCE = 9;
    private static final int SENT = 10;
    private static final int TAKE = 11;
    private static final int MODE = 12;
    private static final int GIVE = 8;
    private static final int HIGHEST = 9;
    private static final int MARKER = 10;
    private static final String LONG_MS = "100000";

    private final LineRig rig;
    private final List<String> arguments;
    private Script script;
    private String marker;

    private LineCall(final LineRig rig, final Script script, final String owner, final long fencingToken,
        final String... more)
    {
        this.rig = rig;
        this.script = script;
        final String ofFences = rig.isFenced ? LONG_MS : "0";
        arguments = new ArrayList<>(List.of(owner, LONG_MS, LONG_MS, LONG_MS, LineRig.MAIL, ofFences,
            rig.isFenced ? Long.toString(LineRig.ALWAYS) : "0", rig.isFenced ? "" + fencingToken : "0"));
        arguments.addAll(List.of(more));
    }

    static LineCall waiting(
        final LineRig rig, final String owner, final long sinceUs, final long fencingToken)
    {
        return new LineCall(rig, Scripts.waiting(), owner, fencingToken, "50000", "" + sinceUs, "7", "1", "+",
            "who|where");
    }

    static LineCall pass(final LineRig rig, final String owner, final long fencingToken)
    {
        return new LineCall(rig, Scripts.pass(), owner, fencingToken, "1", "0", "");
    }

    LineCall life(final long lifeMs)
    {
        return set(LIFE, lifeMs);
    }

    LineCall left(final long leftMs, final long mostMs)
    {
        return set(LEFT, leftMs).set(MOST, mostMs);
    }

    LineCall window(final long windowUs)
    {
        return set(WINDOW, windowUs);
    }

    LineCall proposes(final long fencingToken)
    {
        return rig.isFenced ? set(TOKEN, fencingToken) : this;
    }

    LineCall ttl(final long ttlMs)
    {
        return set(TTL, ttlMs);
    }

    LineCall since(final long sinceUs)
    {
        return set(SINCE, sinceUs);
    }

    LineCall sent(final long sentMs)
    {
        return set(SENT, sentMs);
    }

    LineCall take(final int take)
    {
        return set(TAKE, take);
    }

    LineCall silently()
    {
        arguments.set(MODE, "-");

        return this;
    }

    LineCall givesNothing()
    {
        return set(GIVE, 0);
    }

    LineCall highest(final long fencingToken)
    {
        return set(HIGHEST, fencingToken);
    }

    LineCall under(final String expected)
    {
        marker = expected;
        if (script == Scripts.pass())
        {
            arguments.set(MARKER, expected);
        }
        else
        {
            script = Scripts.marked(script);
            arguments.add(expected);
        }

        return this;
    }

    LineCall waitsOnAs(final String following, final long sinceUs)
    {
        arguments.addAll(List.of(LineRig.token(following), "" + sinceUs, "8", "+", "who|where"));

        return this;
    }

    private LineCall set(final int index, final long value)
    {
        arguments.set(index, Long.toString(value));

        return this;
    }

    /**
     * The answer: one number if granted, else as many as the script says.
     */
    List<Long> said()
    {
        return said(rig.server);
    }

    List<Long> said(final RespClient client)
    {
        final List<String> words = new ArrayList<>(List.of("EVAL", script.text(),
            Integer.toString(3 + (rig.isFenced ? 1 : 0) + (marker == null ? 0 : 1)),
            "lock", "lock:line", "lock:tickets"));
        if (rig.isFenced)
        {
            words.add("lock:fence");
        }
        if (marker != null)
        {
            words.add(LineRig.MARKER);
        }
        words.addAll(arguments);
        final Object reply = client.call(words.toArray(String[]::new));

        return reply instanceof final Long time ? List.of(time) :
            ((List<?>)reply).stream().map((number) -> (Long)number).toList();
    }

    /**
     * Whether a wait was granted.
     */
    boolean isGranted()
    {
        return said().size() == 1;
    }

    /**
     * A wait's code, rank, and how many of the holder's connections were told.
     */
    List<Long> codeRankTold()
    {
        final List<Long> said = said();

        return List.of(said.get(0), said.get(4), said.get(5));
    }
}
