/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.runtime;

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
