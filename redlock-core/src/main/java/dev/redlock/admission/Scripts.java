// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

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
     * Acquires or prolongs a fenced lock: two keys, five arguments; answers four numbers.
     *
     * @return the script.
     */
    public static Script fence()
    {
        return FENCE;
    }

    /**
     * Releases a fenced lock and closes its token: two keys, three arguments; answers 1 or 0.
     *
     * @return the script.
     */
    public static Script unfence()
    {
        return UNFENCE;
    }

    /**
     * The scripts of plain locks, for {@link Admission}: loaded on every connection. Those of fenced locks
     * are sent whole to a node that lacks them, so that who does not use them does not wait for them.
     *
     * @return immutable.
     */
    public static List<Script> plain()
    {
        return List.of(RELEASE, EXTEND);
    }

    /**
     * All scripts.
     *
     * @return immutable.
     */
    public static List<Script> all()
    {
        return List.of(RELEASE, EXTEND, FENCE, UNFENCE);
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
