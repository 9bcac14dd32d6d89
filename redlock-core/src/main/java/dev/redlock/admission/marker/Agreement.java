// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.marker;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.redlock.spi.address.NodeAddress;

/**
 * What clients of the same keys must agree on, as a short text behind the name of each connection: so {@code
 * CLIENT LIST} shows who does not, also where no marker enforces it. In {@code
 * orders@host-1:42(3of5,1m,restart,1a2b3c4d,e3b0c442)} all but the first word is that.
 *
 * @param quorum     how many votes are needed.
 * @param nodes      how many there are.
 * @param longestTtl longest time to live that any client uses, such as {@code 1m}.
 * @param level      of quarantine, in lower case.
 * @param addresses  digest of the nodes' addresses, in any order; 8 hexadecimal digits.
 * @param prefix     digest of what all keys begin with; clients with another one have other keys.
 */
public record Agreement(
    int quorum, int nodes, String longestTtl, String level, String addresses, String prefix)
{
    private static final int DIGITS = 8;

    /*
     * Strict, as a name of somebody else's client may look similar.
     */
    private static final Pattern NAME = Pattern.compile(
        "[!-~]+\\(([1-9][0-9]?)of([1-9][0-9]?),([0-9]{1,9}(?:\\.[0-9]{1,9})?(?:h|m|s|ms|us|ns))," +
        "(off|restart|strict),([0-9a-f]{8}),([0-9a-f]{8})\\)");

    /**
     * What a client has been built with. Of an address only host and port, or the path, count: a password or
     * TLS change nothing, and {@code CLIENT LIST} has the database.
     *
     * @param nodes      as configured.
     * @param quorum     how many votes are needed.
     * @param longestTtl longest time to live, written as a setting.
     * @param level      of quarantine, in lower case.
     * @param prefix     of all keys.
     * @return the same for all clients that agree.
     */
    public static Agreement of(final List<NodeAddress> nodes, final int quorum, final String longestTtl,
        final String level, final byte[] prefix)
    {
        final TreeSet<String> seats = new TreeSet<>();
        nodes.forEach((node) -> seats.add(Deployment.seat(node)));

        return new Agreement(quorum, nodes.size(), longestTtl, level, digest(String.join("|", seats)),
            digest(new String(prefix, StandardCharsets.ISO_8859_1)));
    }

    /**
     * Reads it from the name of a connection.
     *
     * @param connectionName as a node has it.
     * @return null if that is none of ours.
     */
    public static Agreement parse(final String connectionName)
    {
        final Matcher matcher = NAME.matcher(connectionName);
        if (!matcher.matches())
        {
            return null;
        }

        int group = 1;
        final int quorum = Integer.parseInt(matcher.group(group++));
        final int nodes = Integer.parseInt(matcher.group(group++));

        return quorum > nodes || quorum <= nodes / 2 ? null : new Agreement(quorum, nodes,
            matcher.group(group++), matcher.group(group++), matcher.group(group++), matcher.group(group));
    }

    /**
     * The name of a connection.
     *
     * @param clientName as the user chose it.
     * @return without spaces, if that has none.
     */
    public String behind(final String clientName)
    {
        return clientName + "(" + quorum + "of" + nodes + "," + longestTtl + "," + level + "," + addresses +
            "," + prefix + ")";
    }

    /**
     * The same for other keys.
     *
     * @param other with their prefix.
     * @return an agreement.
     */
    public Agreement withPrefixOf(final Agreement other)
    {
        return new Agreement(quorum, nodes, longestTtl, level, addresses, other.prefix);
    }

    private static String digest(final String text)
    {
        return Deployment.digest(text).substring(0, DIGITS);
    }
}
