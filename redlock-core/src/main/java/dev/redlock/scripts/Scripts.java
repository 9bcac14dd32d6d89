// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.scripts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.redlock.spi.Script;

/**
 * The Lua scripts of the lock, read once from {@code dev/redlock/scripts}. Each header is a contract.
 */
public final class Scripts
{
    /*
     * No script starts with "#!": a server that is short of memory would refuse it whole, including the
     * release that makes room.
     */
    private static final Script RELEASE = load("release");
    private static final Script EXTEND = load("extend");
    private static final Script FENCE = load("fence");
    private static final Script UNFENCE = load("unfence");
    private static final Script ACQUIRE = load("acquire");
    private static final Script REPLACE = load("replace");
    private static final Script WAIT = behindLine("wait");
    private static final Script PASS = behindLine("pass");
    private static final Script MARKED_ACQUIRE = marked("refuse-and-tell", ACQUIRE);
    private static final Script MARKED_EXTEND = marked("refuse", EXTEND);
    private static final Script MARKED_FENCE = marked("refuse-and-tell", FENCE);
    private static final Script MARKED_WAIT = marked("refuse-and-wait", WAIT);

    private Scripts()
    {
    }

    /**
     * Deletes a lock if its value is the token: one key, one argument; answers 1 or 0.
     *
     * @return the script.
     */
    public static Script release()
    {
        return RELEASE;
    }

    /**
     * Prolongs a lock if its value is the token: one key, the token and milliseconds; answers 1 or 0.
     *
     * @return the script.
     */
    public static Script extend()
    {
        return EXTEND;
    }

    /**
     * Acquires or prolongs a fenced lock: two keys, five arguments; answers the node's time if granted, or
     * four numbers.
     *
     * @return the script.
     */
    public static Script fence()
    {
        return FENCE;
    }

    /**
     * Releases a fenced lock and closes its token: two keys, five arguments; answers 1 or 0.
     *
     * @return the script.
     */
    public static Script unfence()
    {
        return UNFENCE;
    }

    /**
     * Acquires a plain lock and tells the node's time: one key, the token and milliseconds; answers that time
     * if granted, or four numbers.
     *
     * @return the script.
     */
    public static Script acquire()
    {
        return ACQUIRE;
    }

    /**
     * Replaces a node's marker if it is the one that was seen: one key, that one and the new one; answers 1
     * or 0. For operators, who send it whole.
     *
     * @return the script.
     */
    public static Script replace()
    {
        return REPLACE;
    }

    /**
     * Takes or prolongs a lock, fenced or not, or keeps a place in the line of those who wait for it: three
     * keys, or four with a fence, and fourteen arguments; answers the node's time if granted, or seven
     * numbers.
     *
     * @return the script.
     */
    public static Script waiting()
    {
        return WAIT;
    }

    /**
     * Releases a lock, fenced or not, or leaves the line, and gives the lock to the first in line: three
     * keys, one more with a fence and one more with a marker, and eleven arguments, or sixteen with a place
     * for the owner's next token; answers three numbers. It is never {@linkplain #marked(Script) marked}: it
     * releases whatever the marker is.
     *
     * @return the script.
     */
    public static Script pass()
    {
        return PASS;
    }

    /**
     * A script that does nothing unless the node has the marker that is expected: with one more key, that of
     * the marker, and one more argument, the marker. Its first number is -3 if the node has another
     * incarnation or none, -4 if the incarnation is the same and something else is not.
     *
     * @param script {@link #acquire()}, {@link #extend()}, {@link #fence()} or {@link #waiting()}.
     * @return another script, with "marked-" before its name.
     */
    public static Script marked(final Script script)
    {
        return script == ACQUIRE ? MARKED_ACQUIRE : script == EXTEND ? MARKED_EXTEND :
            script == WAIT ? MARKED_WAIT : MARKED_FENCE;
    }

    /**
     * The scripts of plain locks, for admission: loaded on every connection. Those of fenced locks and of
     * lines are sent whole to a node that lacks them, so that who does not use them does not wait for them; a
     * node that takes none so is given all.
     *
     * @return immutable.
     */
    public static List<Script> plain()
    {
        return List.of(RELEASE, EXTEND);
    }

    /**
     * As {@link #plain()}, for clients whose plain locks are to tell a node's time.
     *
     * @return immutable.
     */
    public static List<Script> measured()
    {
        return List.of(RELEASE, EXTEND, ACQUIRE);
    }

    /**
     * As {@link #plain()}, for nodes with markers.
     *
     * @return immutable.
     */
    public static List<Script> strict()
    {
        return List.of(RELEASE, EXTEND, MARKED_ACQUIRE, MARKED_EXTEND);
    }

    /**
     * All scripts.
     *
     * @return immutable.
     */
    public static List<Script> all()
    {
        return List.of(
            RELEASE, EXTEND, FENCE, UNFENCE, ACQUIRE, WAIT, PASS, MARKED_ACQUIRE, MARKED_EXTEND, MARKED_FENCE,
            MARKED_WAIT);
    }

    private static Script marked(final String refusal, final Script script)
    {
        return Script.of("marked-" + script.name(),
            load("marker").text() + load(refusal).text() + script.text());
    }

    private static Script behindLine(final String name)
    {
        return Script.of(name, load("line").text() + load(name).text());
    }

    private static Script load(final String name)
    {
        final String path = "/dev/redlock/scripts/" + name + ".lua";
        try (InputStream in = Scripts.class.getResourceAsStream(path))
        {
            if (in == null)
            {
                throw new IllegalStateException(
                    path + " is missing from the class path: a repackaged jar must keep the .lua resources");
            }

            return Script.of(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(path + " cannot be read", ex);
        }
    }
}
