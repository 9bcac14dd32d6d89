// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * A string behind its length: the content and a line end, which may come in pieces.
 */
final class Payload
{
    private static final int LINE_END = 2;

    private long missing;

    void begin(final int size)
    {
        missing = (long)size + LINE_END;
    }

    boolean isComplete()
    {
        return missing == 0;
    }

    /**
     * Reads on.
     *
     * @param target gets the content.
     * @return after the last byte read.
     */
    int read(final byte[] in, final int from, final int to, final RespSink target) throws RespException
    {
        int at = from;
        if (missing > LINE_END)
        {
            final int length = (int)Math.min(missing - LINE_END, to - from);
            target.text(in, from, length);
            at += length;
            missing -= length;
        }
        while (at < to && missing > 0)
        {
            if (in[at++] != (missing == LINE_END ? Resp.CR : Resp.LF))
            {
                throw new RespException("a string does not end where its length says");
            }
            missing--;
        }

        return at;
    }
}
