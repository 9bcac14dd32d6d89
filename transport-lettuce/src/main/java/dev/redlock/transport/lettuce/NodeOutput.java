// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;

/**
 * What Lettuce's decoder tells of a reply. An error is told to us like everything else and not to Lettuce,
 * which would draw conclusions of its own from its text.
 */
abstract class NodeOutput extends CommandOutput<byte[], byte[], Void>
{
    private byte mark;

    NodeOutput()
    {
        super(ByteArrayCodec.INSTANCE, null);
    }

    /**
     * A reply begins to arrive.
     *
     * @param newMark by which it begins, as Lettuce tells neither a status nor a long error from a string.
     */
    final void begins(final byte newMark)
    {
        mark = newMark;
    }

    final byte mark()
    {
        return mark;
    }

    /**
     * The reply is complete.
     */
    abstract void finish();

    @Override
    public final boolean hasError()
    {
        return false;
    }

    /**
     * Lettuce's own words when it gives up a command; they are no reply.
     */
    @Override
    public final void setError(final String ignored)
    {
        // The end of the connection says it all.
    }
}
