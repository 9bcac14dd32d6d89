// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.nio.ByteBuffer;

import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * Keeps the facts of a reply to an operation. Reusable; allocates nothing but the words of an error and the
 * room for a text.
 */
final class ReplyOutput extends NodeOutput
{
    private final Reply reply = new Reply();
    private final DigitString digits = new DigitString();
    private int depth;
    private boolean areNumbers;
    private boolean isOk;
    private String error;

    /**
     * Prepares for another reply.
     *
     * @return this.
     */
    ReplyOutput begin()
    {
        reply.set(Reply.Kind.OTHER);
        depth = 0;
        areNumbers = false;
        isOk = false;
        error = null;

        return this;
    }

    Reply reply()
    {
        return reply;
    }

    @Override
    void finish()
    {
        if (error != null)
        {
            reply.setError(ErrorCode.of(error), error);
        }
        else if (mark() == Resp.STATUS)
        {
            reply.set(isOk ? Reply.Kind.OK : Reply.Kind.STATUS);
        }
        else if (mark() == Resp.ARRAY && !areNumbers && reply.kind() == Reply.Kind.NUMBERS)
        {
            reply.set(Reply.Kind.OTHER);
        }
    }

    @Override
    public void set(final ByteBuffer bytes)
    {
        if (bytes == null)
        {
            nil();
        }
        else if (depth == 0)
        {
            setWhole(bytes);
        }
        else if (areNumbers)
        {
            digits.clear();
            digits.append(bytes);
            areNumbers = digits.isNumber();
            if (areNumbers)
            {
                reply.add(digits.value());
            }
        }
    }

    private void setWhole(final ByteBuffer bytes)
    {
        switch (mark())
        {
            case Resp.BLOB_ERROR:
                error = ErrorLine.text(bytes);
                break;

            case Resp.STATUS:
                final int at = bytes.position();
                isOk = bytes.remaining() == 2 && bytes.get(at) == 'O' && bytes.get(at + 1) == 'K';
                break;

            case Resp.BULK:
            case Resp.VERBATIM:
                final byte[] kept = new byte[Math.min(Reply.MAX_TEXT, bytes.remaining())];
                bytes.get(bytes.position(), kept);
                reply.set(Reply.Kind.TEXT).add(kept, 0, kept.length);
                break;

            default:
                break;
        }
    }

    @Override
    public void set(final long integer)
    {
        if (depth == 0)
        {
            reply.set(Reply.Kind.NUMBERS).add(integer);
        }
        else if (areNumbers)
        {
            reply.add(integer);
        }
    }

    @Override
    public void setBigNumber(final ByteBuffer bytes)
    {
        areNumbers = false;
    }

    @Override
    public void set(final double number)
    {
        areNumbers = false;
    }

    @Override
    public void set(final boolean value)
    {
        areNumbers = false;
    }

    @Override
    public void setError(final ByteBuffer bytes)
    {
        areNumbers = false;
        if (depth == 0)
        {
            error = ErrorLine.text(bytes);
        }
    }

    @Override
    public void multiArray(final int count)
    {
        if (count < 0)
        {
            nil();
        }
        else
        {
            areNumbers = depth == 0 && count > 0;
            if (areNumbers)
            {
                reply.set(Reply.Kind.NUMBERS);
            }
        }
        depth++;
    }

    @Override
    public void multi(final int count)
    {
        areNumbers = false;
        depth++;
    }

    @Override
    public void complete(final int newDepth)
    {
        depth = newDepth;
    }

    private void nil()
    {
        areNumbers = false;
        if (depth == 0)
        {
            reply.set(Reply.Kind.NIL);
        }
    }
}
