// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.info;

import java.nio.charset.StandardCharsets;

import dev.redlock.spi.Reply;

/**
 * The answer to a section of {@code INFO} as bytes, read in place: it comes with heartbeats, and almost
 * always says the same. Allocates only the text of a value that is asked for.
 */
public final class InfoBytes
{
    public static final String ROLE = "role";
    public static final String ID = "master_replid";
    public static final String EARLIER_ID = "master_replid2";
    public static final String POLICY = "maxmemory_policy";
    public static final String LIMIT = "maxmemory";

    private static final int MISSING = -1;

    private InfoBytes()
    {
    }

    /**
     * Whether a name has a value at all.
     */
    public static boolean has(final Reply reply, final String name)
    {
        return find(reply, name) != MISSING;
    }

    /**
     * Whether a name has this value.
     */
    public static boolean is(final Reply reply, final String name, final String value)
    {
        final int at = find(reply, name);

        return at != MISSING && startsWith(reply, at, value) && isEnd(reply, at + value.length());
    }

    /**
     * Whether a name has a value of zeros only.
     */
    public static boolean isZeros(final Reply reply, final String name)
    {
        final int start = find(reply, name);
        int at = start;
        while (at != MISSING && !isEnd(reply, at) && reply.text(at) == '0')
        {
            at++;
        }

        return at > start && isEnd(reply, at);
    }

    /**
     * The value of a name.
     *
     * @return null if it has none.
     */
    public static String text(final Reply reply, final String name)
    {
        final int start = find(reply, name);
        if (start == MISSING)
        {
            return null;
        }

        int end = start;
        while (!isEnd(reply, end))
        {
            end++;
        }
        final byte[] bytes = new byte[end - start];
        for (int i = 0; i < bytes.length; i++)
        {
            bytes[i] = reply.text(start + i);
        }

        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /*
     * The index at which the value of a name begins.
     */
    private static int find(final Reply reply, final String name)
    {
        boolean isLineStart = true;
        for (int i = 0, n = reply.textLength(); i < n; i++)
        {
            final int colon = i + name.length();
            if (isLineStart && colon < n && reply.text(colon) == ':' && startsWith(reply, i, name))
            {
                return isEnd(reply, colon + 1) ? MISSING : colon + 1;
            }
            isLineStart = reply.text(i) == '\n';
        }

        return MISSING;
    }

    private static boolean startsWith(final Reply reply, final int from, final String ascii)
    {
        boolean isSame = from + ascii.length() <= reply.textLength();
        for (int i = 0; i < ascii.length() && isSame; i++)
        {
            isSame = reply.text(from + i) == ascii.charAt(i);
        }

        return isSame;
    }

    private static boolean isEnd(final Reply reply, final int at)
    {
        return at >= reply.textLength() || reply.text(at) == '\r' || reply.text(at) == '\n';
    }
}
