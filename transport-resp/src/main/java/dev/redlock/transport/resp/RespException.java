// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import java.util.Arrays;

/**
 * The bytes are not RESP, or more than the limits allow. The connection they came from cannot be used any
 * more.
 */
public final class RespException extends Exception
{
    private static final long serialVersionUID = 1L;
    private static final int MAX_NEAR = 32;
    private static final byte[] NOTHING = new byte[0];

    /**
     * The bytes around the fault.
     */
    private final byte[] near;

    /**
     * What a node has sent cannot be read.
     *
     * @param message why, without anything that was said.
     */
    public RespException(final String message)
    {
        super(message, null, false, false);
        near = NOTHING;
    }

    RespException(final String message, final byte[] in, final int from, final int to)
    {
        super(message, null, false, false);
        near = Arrays.copyOfRange(in, from, Math.min(to, from + MAX_NEAR));
    }

    /**
     * The bytes where it went wrong. They may repeat what was sent to the node, including secrets: check that
     * before you show them.
     *
     * @return at most 32 bytes; empty if there is nothing to show.
     */
    public byte[] near()
    {
        return near.clone();
    }

    /**
     * Bytes as people can read them on one line: printable ASCII as it is, the rest escaped.
     *
     * @param bytes any.
     * @return the text.
     */
    public static String escaped(final byte[] bytes)
    {
        final StringBuilder text = new StringBuilder();
        for (final byte b : bytes)
        {
            if (b == '\r')
            {
                text.append("\\r");
            }
            else if (b == '\n')
            {
                text.append("\\n");
            }
            else if (b < ' ' || b == 0x7F || b == '\\' || b == '\'')
            {
                text.append("\\x")
                    .append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
            }
            else
            {
                text.append((char)b);
            }
        }

        return text.toString();
    }
}
