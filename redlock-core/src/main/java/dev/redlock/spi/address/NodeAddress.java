// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi.address;

import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.redlock.text.Printable;

/**
 * The address of a node and how to connect to it. Immutable; its text form contains no secret.
 *
 * @param host        name or address; null for a unix socket.
 * @param port        1 to 65535; 0 for a unix socket.
 * @param socketPath  path of a unix socket; null for TCP.
 * @param tls         whether the connection is made with TLS.
 * @param database    number of the database, 0 for the default.
 * @param credentials asked at every connection.
 */
public record NodeAddress(
    @Nullable String host, int port, @Nullable String socketPath, boolean tls, int database,
    Credentials credentials)
{
    /**
     * Checks the parts. Writes a host in lower case, as case does not matter in names.
     *
     * @param host        see {@link #host()}.
     * @param port        see {@link #port()}.
     * @param socketPath  see {@link #socketPath()}.
     * @param tls         see {@link #tls()}.
     * @param database    see {@link #database()}.
     * @param credentials see {@link #credentials()}.
     */
    public NodeAddress
    {
        Objects.requireNonNull(credentials, "credentials: use Credentials.NONE for no authentication");
        if ((host == null) == (socketPath == null))
        {
            throw new IllegalArgumentException(
                "a node has either a host and a port or the path of a unix socket");
        }
        if (host != null && !isHost(host))
        {
            // Not repeated: it may be a whole URI, with its password.
            throw new IllegalArgumentException("host must be a name or an address, without brackets, " +
                "spaces, /, ?, # and @, and not empty: NodeAddress.parse takes a URI");
        }
        if (host != null && (port < 1 || port > 65_535))
        {
            throw new IllegalArgumentException("port of " + host + " is " + port + " but must be 1 to 65535");
        }
        if (socketPath != null && (socketPath.isEmpty() || port != 0 || tls))
        {
            throw new IllegalArgumentException("a unix socket has a path, port 0 and no TLS, but these " +
                "are '" + Printable.of(socketPath) + "', " + port + " and " + tls);
        }
        if (database < 0)
        {
            throw new IllegalArgumentException("database is " + database + " but must be 0 or more");
        }
        host = host == null ? null : host.toLowerCase(Locale.ROOT);
    }

    /**
     * A node at a host and port, in plain text, without authentication.
     *
     * @param host name or address.
     * @param port 1 to 65535.
     * @return the address.
     */
    public static NodeAddress of(final String host, final int port)
    {
        return new NodeAddress(host, port, null, false, 0, Credentials.NONE);
    }

    /**
     * Parses {@code redis://[user[:password]@]host[:port][/db]}, {@code rediss://…} or
     * {@code unix://[user[:password]@]/path[?db=n]}. See {@link NodeUri} for the rules.
     *
     * @param uri the text.
     * @return the address.
     * @throws IllegalArgumentException that says what is wrong and how to fix it, without passwords.
     */
    public static NodeAddress parse(final String uri)
    {
        return NodeUri.parse(uri);
    }

    /**
     * The same place with other credentials.
     *
     * @param newCredentials asked at every connection.
     * @return the address.
     */
    public NodeAddress with(final Credentials newCredentials)
    {
        return new NodeAddress(host, port, socketPath, tls, database, newCredentials);
    }

    /**
     * The readable name of the node: {@code host:port} or {@code unix:/path}, with the database if it is not
     * 0.
     *
     * @return a short name without secrets.
     */
    public String display()
    {
        final String place = socketPath != null ? "unix:" + Printable.of(socketPath) :
            (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;

        return database == 0 ? place : place + "/" + database;
    }

    static boolean isHost(final String text)
    {
        return !text.isEmpty() && text.chars().allMatch((character) ->
            !Character.isWhitespace(character) &&
            "[]/?#@".indexOf(character) < 0) && Printable.isPrintable(text);
    }

    @Override
    public String toString()
    {
        return (tls ? "tls " : "") + display();
    }
}
