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
package dev.redlock.spi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Parses the address of a node. Written by hand, because {@link java.net.URI} repeats the whole text,
 * password included, in its complaints.
 */
final class NodeUri
{
    private static final int DEFAULT_PORT = 6379;
    private static final String FORMS =
        "; write redis://[user[:password]@]host[:port][/db], rediss://… for TLS, or unix:///path[?db=n]";

    private final String shown;
    private final boolean tls;
    private final boolean unix;
    private final Credentials credentials;
    private final String place;

    private NodeUri(final String uri)
    {
        final int scheme = uri.indexOf("://");
        final String rest = scheme < 0 ? uri : uri.substring(scheme + 3);
        final int at = rest.lastIndexOf('@');
        shown = (scheme < 0 ? "" : uri.substring(0, scheme + 3)) +
            (at < 0 ? "" : "***@") + rest.substring(at + 1);

        if (scheme < 0)
        {
            throw fail("has no scheme");
        }

        final String name = uri.substring(0, scheme);
        tls = name.equals("rediss");
        unix = name.equals("unix");
        if (!tls && !unix && !name.equals("redis"))
        {
            throw fail("has the unknown scheme '" + name + "'");
        }

        credentials = at < 0 ? Credentials.NONE : credentials(rest.substring(0, at));
        place = rest.substring(at + 1);
    }

    static NodeAddress parse(final String uri)
    {
        final NodeUri parsed = new NodeUri(uri.trim());

        return parsed.unix ? parsed.unixAddress() : parsed.tcpAddress();
    }

    private NodeAddress unixAddress()
    {
        final int query = place.indexOf('?');
        final String path = query < 0 ? place : place.substring(0, query);
        if (!path.startsWith("/"))
        {
            throw fail("must name an absolute path");
        }

        int database = 0;
        if (query >= 0)
        {
            final String text = place.substring(query + 1);
            if (!text.startsWith("db="))
            {
                throw fail("has an unknown parameter");
            }
            database = number(text.substring(3), "database", Integer.MAX_VALUE);
        }

        return new NodeAddress(null, 0, path, false, database, credentials);
    }

    private NodeAddress tcpAddress()
    {
        final int slash = place.indexOf('/');
        final String hostAndPort = slash < 0 ? place : place.substring(0, slash);
        final String path = slash < 0 ? "" : place.substring(slash + 1);
        final int database = path.isEmpty() ? 0 : number(path, "database", Integer.MAX_VALUE);

        final int bracket = hostAndPort.lastIndexOf(']');
        final int colon = hostAndPort.indexOf(':', Math.max(bracket, 0));
        final String host = colon < 0 ? hostAndPort : hostAndPort.substring(0, colon);
        final int port = colon < 0 ? DEFAULT_PORT : number(hostAndPort.substring(colon + 1), "port", 65_535);
        if (port == 0)
        {
            throw fail("has port 0, which must be 1 to 65535");
        }

        final String bare = bracket < 0 ? host : host.substring(1, bracket);
        if (bare.isEmpty())
        {
            throw fail("names no host");
        }

        return new NodeAddress(bare, port, null, tls, database, credentials);
    }

    private int number(final String text, final String what, final int limit)
    {
        try
        {
            final int value = Integer.parseInt(text);
            if (value >= 0 && value <= limit)
            {
                return value;
            }
        }
        catch (final NumberFormatException ignored)
        {
            throw fail("has the " + what + " '" + text + "', which is not a number from 0 to " + limit);
        }

        throw fail("has the " + what + " " + text + ", which must be 0 to " + limit);
    }

    private Credentials credentials(final String userInfo)
    {
        final int colon = userInfo.indexOf(':');
        final String user = decode(colon < 0 ? userInfo : userInfo.substring(0, colon));
        final String password = decode(colon < 0 ? "" : userInfo.substring(colon + 1));
        if (password.isEmpty())
        {
            throw fail("has no password: write user:password@ or :password@");
        }

        return new FixedCredentials(user.isEmpty() ? null : user, password);
    }

    private String decode(final String text)
    {
        try
        {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        }
        catch (final IllegalArgumentException ignored)
        {
            throw fail("has a user or password that is not percent-encoded rightly");
        }
    }

    private IllegalArgumentException fail(final String what)
    {
        return new IllegalArgumentException("node '" + shown + "' " + what + FORMS);
    }

    private static final class FixedCredentials implements Credentials
    {
        private final String user;
        private final String password;

        private FixedCredentials(final String user, final String password)
        {
            this.user = user;
            this.password = password;
        }

        @Override
        public String user()
        {
            return user;
        }

        @Override
        public String password()
        {
            return password;
        }

        @Override
        public String toString()
        {
            return (user == null ? "default user" : "user " + user) + ", password not shown";
        }
    }
}
