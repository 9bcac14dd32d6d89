// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;

import dev.redlock.spi.Operation;
import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.resp.CommandFrame;
import dev.redlock.transport.resp.RespWriter;

/**
 * A place for one command and its reply, used again and again by one session: already encoded on the way
 * there, only facts on the way back.
 * <p>
 * Filled and read by the engine's thread; between {@link Session#flush()} and the reply it belongs to the
 * event loop thread.
 */
final class PreparedCommand implements RedisCommand<byte[], byte[], Void>
{
    private static final int KEPT_BYTES = 1024;

    private final Session session;
    private ReplyOutput replyOutput = new ReplyOutput();
    private byte[] frame = new byte[128];
    private int frameLength;
    private Keyword type;
    private long sequence;
    private Object asker;
    private long correlationId;
    private NodeOutput output;
    private boolean isDone;

    PreparedCommand(final Session session)
    {
        this.session = session;
    }

    /**
     * Becomes an operation.
     */
    void fill(final long newSequence, final CommandFrame newFrame, final Keyword newType,
        final Operation operation, final int sizeBound)
    {
        begin(newSequence, newType, null, replyOutput.begin(), sizeBound);
        correlationId = operation.correlationId();
        frameLength = newFrame.encode(operation, frame, 0);
    }

    /**
     * Becomes a question of an inquiry or a dialogue.
     */
    void fill(final long newSequence, final byte[][] words, final Object newAsker,
        final TransportLimits limits, final int sizeBound)
    {
        begin(newSequence, Keyword.QUESTION, newAsker, new AnswerOutput(limits), sizeBound);
        frameLength = RespWriter.command(words, frame, 0);
    }

    /**
     * Forgets what is large or somebody else's.
     */
    void clear()
    {
        asker = null;
        output = null;
        if (frame.length > KEPT_BYTES)
        {
            frame = new byte[KEPT_BYTES];
        }
    }

    /**
     * Takes the reply out, so that the place can be used again while the reply is told.
     *
     * @param spare takes its place.
     * @return the output of an operation.
     */
    ReplyOutput exchange(final ReplyOutput spare)
    {
        final ReplyOutput taken = replyOutput;
        replyOutput = spare;

        return taken;
    }

    long sequence()
    {
        return sequence;
    }

    /**
     * Who asked.
     *
     * @return null if it is an operation.
     */
    Object asker()
    {
        return asker;
    }

    long correlationId()
    {
        return correlationId;
    }

    NodeOutput output()
    {
        return output;
    }

    int frameLength()
    {
        return frameLength;
    }

    void writeTo(final ByteBuf to)
    {
        to.writeBytes(frame, 0, frameLength);
    }

    @Override
    public void encode(final ByteBuf to)
    {
        session.encode(this, to);
    }

    @Override
    public void complete()
    {
        isDone = true;
        session.completed(this);
    }

    @Override
    public boolean completeExceptionally(final Throwable cause)
    {
        if (isDone)
        {
            return false;
        }
        isDone = true;
        session.broke(cause);

        return true;
    }

    @Override
    public void cancel()
    {
        completeExceptionally(new IllegalStateException("Lettuce cancelled a command"));
    }

    @Override
    public boolean isCancelled()
    {
        return false;
    }

    @Override
    public boolean isDone()
    {
        return isDone;
    }

    @Override
    public CommandOutput<byte[], byte[], Void> getOutput()
    {
        return output;
    }

    @Override
    public void setOutput(final CommandOutput<byte[], byte[], Void> ignored)
    {
        throw new IllegalStateException("the output of a prepared command is its own");
    }

    @Override
    public CommandArgs<byte[], byte[]> getArgs()
    {
        return null;
    }

    @Override
    public ProtocolKeyword getType()
    {
        return type;
    }

    @Override
    public String toString()
    {
        return type + " #" + sequence;
    }

    private void begin(final long newSequence, final Keyword newType, final Object newAsker,
        final NodeOutput newOutput, final int sizeBound)
    {
        sequence = newSequence;
        type = newType;
        asker = newAsker;
        output = newOutput;
        isDone = false;
        if (frame.length < sizeBound)
        {
            frame = new byte[Math.max(sizeBound, Math.min(KEPT_BYTES, 2 * frame.length))];
        }
    }
}
