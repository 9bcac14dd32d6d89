// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

import dev.redlock.spi.Answer;
import dev.redlock.spi.TransportLimits;

/**
 * Builds the tree for questions off the hot path. Bounded: all strings of one answer together, with 64 bytes
 * for each of its values, may take twice the limit of a single string.
 */
public final class AnswerSink implements RespSink
{
    private static final int VALUE_COST = 64;
    private static final int FIRST_LINE_SIZE = 64;
    private static final int VERBATIM_PREFIX = 4;
    private static final byte[] NOTHING = new byte[0];

    private final long budget;
    private final ErrorLine error = new ErrorLine();
    private final Deque<List<Answer>> open = new ArrayDeque<>();
    private long spent;
    private Answer answer;
    private byte mark;
    private byte[] bytes = NOTHING;
    private int length;

    /**
     * A sink for one connection.
     *
     * @param limits whose limit of a string bounds the whole answer, too.
     */
    public AnswerSink(final TransportLimits limits)
    {
        budget = 2L * limits.bulkBytes();
    }

    /**
     * Prepares for the next answer.
     *
     * @return this.
     */
    public AnswerSink begin()
    {
        spent = 0;
        answer = null;
        bytes = NOTHING;
        open.clear();

        return this;
    }

    /**
     * Takes the answer, which is complete when the decoder says so.
     *
     * @return the answer.
     */
    public Answer take()
    {
        final Answer taken = answer;
        begin();

        return taken;
    }

    @Override
    public void nil() throws RespException
    {
        add(Answer.nil());
    }

    @Override
    public void number(final long value) throws RespException
    {
        add(Answer.number(value));
    }

    @Override
    public void bool(final boolean value) throws RespException
    {
        add(Answer.number(value ? 1 : 0));
    }

    @Override
    public void beginText(final byte newMark, final int newLength) throws RespException
    {
        mark = newMark;
        length = 0;
        error.clear();
        if (!isError())
        {
            spend(Math.max(0, newLength));
            bytes = new byte[newLength < 0 ? FIRST_LINE_SIZE : newLength];
        }
    }

    @Override
    public void text(final byte[] from, final int offset, final int count) throws RespException
    {
        if (isError())
        {
            error.append(from, offset, count);

            return;
        }
        if (length + count > bytes.length)
        {
            spend(count);
            bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
        }
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    @Override
    public void endText() throws RespException
    {
        final int start = mark == Resp.VERBATIM ? VERBATIM_PREFIX : 0;
        final boolean isWhole = start == 0 && length == bytes.length;
        final byte[] content = bytes;
        bytes = NOTHING;
        if (isError())
        {
            add(Answer.error(error.text()));
        }
        else
        {
            add(Answer.text(isWhole ? content : Arrays.copyOfRange(content, start, length)));
        }
    }

    @Override
    public void beginList(final byte listMark, final int count) throws RespException
    {
        spend(VALUE_COST);
        open.push(new ArrayList<>());
    }

    @Override
    public void endList() throws RespException
    {
        add(Answer.list(open.pop()));
    }

    private boolean isError()
    {
        return mark == Resp.ERROR || mark == Resp.BLOB_ERROR;
    }

    private void add(final Answer value) throws RespException
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

    private void spend(final int cost) throws RespException
    {
        spent += cost;
        if (spent > budget)
        {
            throw new RespException("an answer is larger than the limit of " + budget + " bytes in all");
        }
    }
}
