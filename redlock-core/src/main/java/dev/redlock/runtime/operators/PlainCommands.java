// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * The commands that leave a connection unchanged: one reply each, and no effect on later commands.
 */
final class PlainCommands
{
    /*
     * A closed list of common questions. Others (MULTI, SUBSCRIBE, SELECT, CLIENT REPLY, future ones) may be
     * harmless, too; to assume otherwise costs a new connection.
     */
    private static final Set<String> NAMES = Set.of(
        "CONFIG", "DBSIZE", "ECHO", "EVAL", "EXISTS", "GET", "HMGET", "INFO", "PING", "PTTL", "ROLE", "SCAN",
        "STRLEN", "TIME", "TTL", "TYPE", "ZRANGE");

    private PlainCommands()
    {
    }

    static boolean contains(final byte[] name)
    {
        return NAMES.contains(new String(name, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT));
    }
}
