// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import dev.redlock.spi.Answer;
import dev.redlock.spi.TransportLimits;

/**
 * Builds the tree for a question off the hot path. Bounded: all strings of one answer together, with 64 bytes
 * for each of its values, may take twice the limit of a single string.
 */
final class AnswerOutput extends NodeOutput
{
    private static final int VALUE_COST = 64;

    private final Deque<List<Answer>> open = new ArrayDeque<>();
    private final long budget;
    private long spent;
    private Answer answer;

    AnswerOutput(final TransportLimits limits)
    {
        budget = 2L * limits.bulkBytes();
    }

    /**
     * The whole answer.
     *
     * @return null as long as it is not complete.
     */
    Answer answer()
    {
        return answer;
    }

    @Override
    void finish()
    {
        if (answer == null)
        {
            // Lettuce keeps one status to itself, because it says nothing.
            answer = Answer.text("QUEUED".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Override
    public void set(final ByteBuffer bytes)
    {
        if (bytes == null)
        {
            add(Answer.nil());
        }
        else if (mark() == Resp.BLOB_ERROR && open.isEmpty())
        {
            add(Answer.error(ErrorLine.text(bytes)));
        }
        else
        {
            text(bytes);
        }
    }

    @Override
    public void setBigNumber(final ByteBuffer bytes)
    {
        text(bytes);
    }

    @Override
    public void set(final long integer)
    {
        add(Answer.number(integer));
    }

    @Override
    public void set(final double number)
    {
        add(Answer.text(Double.toString(number).getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public void set(final boolean value)
    {
        add(Answer.number(value ? 1 : 0));
    }

    @Override
    public void setError(final ByteBuffer bytes)
    {
        add(Answer.error(ErrorLine.text(bytes)));
    }

    @Override
    public void multi(final int count)
    {
        if (count < 0)
        {
            add(Answer.nil());
        }
        else
        {
            spend(VALUE_COST);
            open.push(new ArrayList<>());
        }
    }

    /*
     * So many lists are open now; further ones have just ended.
     */
    @Override
    public void complete(final int depth)
    {
        while (open.size() > depth)
        {
            add(Answer.list(open.pop()));
        }
    }

    private void text(final ByteBuffer bytes)
    {
        spend(bytes.remaining());
        final byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        add(Answer.text(copy));
    }

    private void add(final Answer value)
    {
        spend(VALUE_COST);
        if (open.isEmpty())
        {
            answer = value;
        }
        else
        {
            open.peek().add(value);
        }
    }

    private void spend(final int cost)
    {
        spent += cost;
        if (spent > budget)
        {
            throw new ProtocolException("an answer is larger than the limit of " + budget + " bytes in all");
        }
    }
}
