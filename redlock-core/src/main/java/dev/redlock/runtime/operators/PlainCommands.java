// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Which commands leave a connection as it was: one reply each, and nothing changed for what comes next.
 */
final class PlainCommands
{
    /*
     * A closed list of what is asked often. What is not on it (MULTI, SUBSCRIBE, SELECT, CLIENT REPLY, what
     * comes next year) may be harmless, too; it costs a new connection to assume that it is not.
     */
    private static final Set<String> NAMES = Set.of(
        "CONFIG", "DBSIZE", "ECHO", "EVAL", "EXISTS", "GET", "INFO", "PING", "PTTL", "ROLE", "STRLEN", "TIME",
        "TTL", "TYPE");

    private PlainCommands()
    {
    }

    static boolean contains(final byte[] name)
    {
        return NAMES.contains(new String(name, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT));
    }
}
