// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi.address;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.redlock.text.Printable;

/**
 * Parses the address of a node. Written by hand, because {@link java.net.URI} repeats the whole text,
 * password included, in its messages.
 * <p>
 * The user and the password end at the last {@code @}, so only {@code %}, and a {@code :} in the user, must
 * be percent-encoded. What begins with a {@code /} is the path of a unix socket, without a login. It is
 * taken as it is, undecoded, up to a {@code ?}, which it cannot hold.
 */
final class NodeUri
{
    private static final int DEFAULT_PORT = 6379;
    private static final int MAX_PORT = 65_535;
    private static final int MAX_DATABASE = Integer.MAX_VALUE;
    private static final String FORMS =
        "; write redis://[user[:password]@]host[:port][/db], rediss://… for TLS, or unix:///path[?db=n]";
    private static final String HIDDEN = "***";
    private static final char REPLACEMENT = '\uFFFD';
    private static final Pattern TOO_FEW_SLASHES =
        Pattern.compile("(rediss?|unix):.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern SECOND =
        Pattern.compile("[\\s,;|](rediss?|unix)://", Pattern.CASE_INSENSITIVE);
    private static final Pattern SEPARATOR = Pattern.compile("[,;|]");
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*)://");

    /*
     * The part that a message may repeat. The rest may be a misplaced password: after the host where the port
     * belongs, or in a parameter.
     */
    private static final Pattern HARMLESS_TCP =
        Pattern.compile("(\\[[0-9a-fA-F:.]*]?|[^\\[:/?#\\s]*)(:([0-9+-]*(?=/|$))?)?(/[0-9+-]*$)?");
    private static final Pattern HARMLESS_UNIX = Pattern.compile("/[^?]*([?]db=[0-9+-]*$)?");

    private final String shown;
    private final String scheme;
    private final @Nullable String userInfo;
    private final String place;
    private final boolean hasSecondScheme;
    private final boolean isSeveral;

    private NodeUri(final String uri)
    {
        final Matcher start = SCHEME.matcher(uri);
        final boolean hasScheme = start.lookingAt();
        final String rest = hasScheme ? uri.substring(start.end()) : uri;
        scheme = hasScheme ? start.group(1).toLowerCase(Locale.ROOT) : "";

        final int at = isUnix() ? loginEndBeforePath(rest) : rest.lastIndexOf('@');
        userInfo = at < 0 ? null : rest.substring(0, at);
        place = rest.substring(at + 1);
        hasSecondScheme = SECOND.matcher(rest).find();
        isSeveral = hasSecondScheme || !isUnix() && SEPARATOR.matcher(place).find();

        final Matcher harmless = (isUnix() ? HARMLESS_UNIX : HARMLESS_TCP).matcher(place);
        final int end = harmless.lookingAt() ? harmless.end() : 0;
        shown = (hasScheme ? start.group() : "") + (at < 0 ? "" : HIDDEN + "@") +
            place.substring(0, end) + (end < place.length() ? HIDDEN : "");
    }

    static NodeAddress parse(final String uri)
    {
        Objects.requireNonNull(uri, "the address of a node is null" + FORMS);

        return new NodeUri(uri.trim()).address();
    }

    private NodeAddress address()
    {
        if (isSeveral)
        {
            throw fail("holds several addresses: " + (hasSecondScheme ?
                "on the command line separate them by commas, in a program pass each separately" :
                "each needs a scheme of its own, also behind a comma, as in redis://a:6379,redis://b:6379"));
        }

        return switch (scheme)
        {
            case "redis", "rediss" -> tcpAddress();
            case "unix" -> unixAddress();
            case "" -> throw noScheme();
            default -> throw fail("has an unknown scheme");
        };
    }

    /*
     * The text before the colon is repeated only if it is one of our schemes: it may be a user.
     */
    private IllegalArgumentException noScheme()
    {
        final Matcher matcher = TOO_FEW_SLASHES.matcher(userInfo == null ? place : userInfo);

        return fail(matcher.matches() ?
            "needs two slashes behind '" + matcher.group(1) + ":'" : "has no scheme");
    }

    private boolean isUnix()
    {
        return scheme.equals("unix");
    }

    /*
     * A path can contain an @, too, even before a slash; what begins with a slash has no login.
     */
    private static int loginEndBeforePath(final String rest)
    {
        final int beforePath = rest.lastIndexOf("@/");

        return rest.startsWith("/") ? -1 : beforePath >= 0 ? beforePath : rest.lastIndexOf('@');
    }

    private NodeAddress unixAddress()
    {
        final int query = place.indexOf('?');
        final String path = query < 0 ? place : place.substring(0, query);
        if (!path.startsWith("/") || path.endsWith("/"))
        {
            throw fail("must name the absolute path of a socket");
        }
        if (query >= 0 && !place.startsWith("?db=", query))
        {
            throw fail("has an unknown parameter");
        }

        final int database = query < 0 ? 0 : number(place.substring(query + 4), "database", 0, MAX_DATABASE);

        return new NodeAddress(null, 0, path, false, database, credentials());
    }

    private NodeAddress tcpAddress()
    {
        if (place.indexOf('?') >= 0 || place.indexOf('#') >= 0)
        {
            throw fail("has parameters, which only unix:// takes");
        }

        final int slash = place.indexOf('/');
        final String hostAndPort = slash < 0 ? place : place.substring(0, slash);
        final String path = slash < 0 ? "" : place.substring(slash + 1);
        final int database = path.isEmpty() ? 0 : number(path, "database", 0, MAX_DATABASE);

        final int hostEnd = hostEnd(hostAndPort);
        final String host = hostAndPort.substring(0, hostEnd);
        final boolean hasPort = hostEnd < hostAndPort.length();
        final int port =
            hasPort ? number(hostAndPort.substring(hostEnd + 1), "port", 1, MAX_PORT) : DEFAULT_PORT;

        final String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        if (bare.isEmpty())
        {
            throw fail("names no host");
        }
        if (!NodeAddress.isHost(bare))
        {
            throw fail("has a host with an illegal character");
        }

        return new NodeAddress(bare, port, null, scheme.equals("rediss"), database, credentials());
    }

    /*
     * The index of the colon before the port, or the end.
     */
    private int hostEnd(final String hostAndPort)
    {
        if (hostAndPort.startsWith("["))
        {
            final int end = hostAndPort.indexOf(']') + 1;
            if (end == 0 || end < hostAndPort.length() && hostAndPort.charAt(end) != ':')
            {
                throw fail("has brackets that do not hold an IPv6 address, such as [::1]:6379");
            }

            return end;
        }

        final int colon = hostAndPort.indexOf(':');
        if (colon != hostAndPort.lastIndexOf(':'))
        {
            throw fail("has more than one colon; an IPv6 address stands in brackets, such as [::1]:6379");
        }

        return colon < 0 ? hostAndPort.length() : colon;
    }

    private int number(final String text, final String what, final int lowest, final int highest)
    {
        // Integer.parseInt would accept a sign, and the digits of other scripts.
        final long value = text.matches("[0-9]{1,10}") ? Long.parseLong(text) : -1;
        if (value < lowest || value > highest)
        {
            throw fail("has a " + what + " that is not a number from " + lowest + " to " + highest);
        }

        return (int)value;
    }

    private Credentials credentials()
    {
        if (userInfo == null)
        {
            return Credentials.NONE;
        }

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
            final String decoded = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
            if (decoded.indexOf(REPLACEMENT) < 0 || text.indexOf(REPLACEMENT) >= 0)
            {
                return decoded;
            }
        }
        catch (final IllegalArgumentException ignored)
        {
            // Its message would repeat what must not be repeated.
        }

        throw fail("has a user or password that is not percent-encoded UTF-8; a % itself is written %25");
    }

    private IllegalArgumentException fail(final String what)
    {
        final String hidden =
            shown.endsWith(HIDDEN) ? " (the end is not shown, as it may be a misplaced password)" : "";

        return new IllegalArgumentException("node '" + Printable.of(shown) + "' " + what + hidden + FORMS);
    }

    /*
     * Not asked on a thread of their own, as all of this package are not: they must neither block nor throw.
     */
    private static final class FixedCredentials implements Credentials
    {
        private final @Nullable String user;
        private final String password;

        private FixedCredentials(final @Nullable String user, final String password)
        {
            this.user = user;
            this.password = password;
        }

        @Override
        public @Nullable String user()
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
            return (user == null ? "default user" : "user " + Printable.of(user)) + ", password not shown";
        }
    }
}
