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
     * All scripts, for {@link Admission}.
     *
     * @return immutable.
     */
    public static List<Script> all()
    {
        return List.of(RELEASE, EXTEND);
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
