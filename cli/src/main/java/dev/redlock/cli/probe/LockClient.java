// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.admission.marker.Agreement;
import dev.redlock.cli.common.CommonOptions;

/**
 * A connection of a client of this library, as a node lists it.
 *
 * @param name      of the connection.
 * @param address   of its other end.
 * @param database  whose keys it uses.
 * @param agreement what it must agree on with others.
 */
public record LockClient(String name, String address, String database, Agreement agreement)
{
    /**
     * Those of an answer to CLIENT LIST. Commands that look, as this one does, take no lock and are left out.
     *
     * @param answer of a node.
     * @return one for each connection.
     */
    public static List<LockClient> listed(final String answer)
    {
        final List<LockClient> clients = new ArrayList<>();
        for (final String line : answer.split("\r?\n"))
        {
            final Map<String, String> fields = fields(line);
            final String name = fields.getOrDefault("name", "");
            final Agreement agreement = Agreement.parse(name);
            if (agreement != null && !name.startsWith(CommonOptions.CLIENT_NAME + "("))
            {
                clients.add(new LockClient(
                    name, fields.getOrDefault("addr", "?"), fields.getOrDefault("db", ""), agreement));
            }
        }

        return clients;
    }

    private static Map<String, String> fields(final String line)
    {
        final Map<String, String> fields = new HashMap<>();
        for (final String field : line.split(" "))
        {
            final int equals = field.indexOf('=');
            if (equals > 0)
            {
                fields.putIfAbsent(field.substring(0, equals), field.substring(equals + 1));
            }
        }

        return fields;
    }

    /**
     * Clients of another prefix or database have other keys.
     */
    boolean hasKeysOf(final LockClient other)
    {
        return database.equals(other.database) && agreement.prefix().equals(other.agreement.prefix());
    }

    /**
     * The name that the user chose.
     *
     * @return without what it must agree on.
     */
    public String ownName()
    {
        return name.substring(0, name.lastIndexOf('('));
    }

    /**
     * For people: the name that the user chose, and the address.
     */
    String shown()
    {
        return ownName() + " (addr=" + address + ")";
    }
}
