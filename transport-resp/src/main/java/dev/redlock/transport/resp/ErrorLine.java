// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import java.nio.charset.StandardCharsets;

/**
 * The text of an error, bounded and printable.
 */
final class ErrorLine
{
    /**
     * What is kept of an error. The longest that matters is an error wrapped by a script runner, under 300
     * bytes.
     */
    static final int MAX_BYTES = 512;

    /*
     * A server that does not know a command repeats its arguments, and so a password (HELLO … AUTH) or an
     * owner token (a compare-and-delete) would find its way into logs.
     */
    private static final String REPEATED_ARGUMENTS = ", with args beginning with";

    private final byte[] bytes = new byte[MAX_BYTES];
    private int length;

    void clear()
    {
        length = 0;
    }

    void append(final byte[] from, final int offset, final int count)
    {
        final int kept = Math.min(count, MAX_BYTES - length);
        System.arraycopy(from, offset, bytes, length, kept);
        length += kept;
    }

    String text()
    {
        for (int i = 0; i < length; i++)
        {
            if (bytes[i] >= 0 && bytes[i] < ' ' || bytes[i] == 0x7F)
            {
                bytes[i] = ' ';
            }
        }

        final String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
        final int repeated = text.indexOf(REPEATED_ARGUMENTS);

        return repeated < 0 ? text : text.substring(0, repeated);
    }
}
