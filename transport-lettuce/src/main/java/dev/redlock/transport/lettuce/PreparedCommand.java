// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.nio.ByteBuffer;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.transport.resp.CommandFrame;
import dev.redlock.transport.resp.RespWriter;

/**
 * A place for one command and its reply, used again and again by one connection: already encoded on the way
 * there, only facts on the way back.
 * <p>
 * Filled and read by the engine's thread; between {@link Places#submit()} and the reply it belongs to the
 * event loop thread.
 */
final class PreparedCommand implements RedisCommand<byte[], byte[], Void>
{
    private static final int KEPT_BYTES = 1024;
    private static final CommandOutput<byte[], byte[], Void> NO_OUTPUT = new NoOutput();

    private final Places places;
    private Reply reply = new Reply();
    private Answer answer;
    private byte[] frame = new byte[128];
    private int frameLength;
    private Keyword type;
    private long sequence;
    private Object asker;
    private long correlationId;
    private boolean isDone;

    PreparedCommand(final Places places)
    {
        this.places = places;
    }

    /**
     * Begins to be filled, as the command with this number.
     *
     * @return this.
     */
    PreparedCommand at(final long newSequence)
    {
        sequence = newSequence;

        return this;
    }

    /**
     * Becomes an operation.
     */
    void fill(final CommandFrame newFrame, final Keyword newType, final Operation operation,
        final int sizeBound)
    {
        begin(newType, null, sizeBound);
        correlationId = operation.correlationId();
        frameLength = newFrame.encode(operation, frame, 0);
    }

    /**
     * Becomes a question of an inquiry or a dialogue.
     */
    void fill(final byte[][] words, final Object newAsker, final int sizeBound)
    {
        begin(Keyword.QUESTION, newAsker, sizeBound);
        frameLength = RespWriter.command(words, frame, 0);
    }

    /**
     * Forgets references to large objects and to those of others.
     */
    void clear()
    {
        asker = null;
        answer = null;
        if (frame.length > KEPT_BYTES)
        {
            frame = new byte[KEPT_BYTES];
        }
    }

    /**
     * Takes the reply out, so that the place can be used again while the reply is told.
     *
     * @param spare takes its place.
     * @return the reply to an operation.
     */
    Reply exchange(final Reply spare)
    {
        final Reply taken = reply;
        reply = spare;

        return taken;
    }

    long sequence()
    {
        return sequence;
    }

    /**
     * The asker.
     *
     * @return null for an operation.
     */
    Object asker()
    {
        return asker;
    }

    long correlationId()
    {
        return correlationId;
    }

    /**
     * Where the reply to an operation goes.
     */
    Reply reply()
    {
        return reply;
    }

    /**
     * The answer to a question.
     */
    Answer answer()
    {
        return answer;
    }

    void setAnswer(final Answer newAnswer)
    {
        answer = newAnswer;
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
        places.encode(this, to);
    }

    @Override
    public void complete()
    {
        isDone = true;
        places.completed(this);
    }

    @Override
    public boolean completeExceptionally(final Throwable cause)
    {
        if (isDone)
        {
            return false;
        }
        isDone = true;
        places.broke(cause);

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
        return NO_OUTPUT;
    }

    @Override
    public void setOutput(final CommandOutput<byte[], byte[], Void> ignored)
    {
        throw new IllegalStateException("a prepared command has no output");
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

    private void begin(final Keyword newType, final Object newAsker, final int sizeBound)
    {
        type = newType;
        asker = newAsker;
        isDone = false;
        if (frame.length < sizeBound)
        {
            frame = new byte[Math.max(sizeBound, Math.min(KEPT_BYTES, 2 * frame.length))];
        }
    }

    /**
     * Lettuce learns only that a reply has come, and must not interpret it.
     */
    private static final class NoOutput extends CommandOutput<byte[], byte[], Void>
    {
        private NoOutput()
        {
            super(ByteArrayCodec.INSTANCE, null);
        }

        @Override
        public void set(final ByteBuffer nil)
        {
            // Nothing is told: see SessionHandler.
        }

        @Override
        public void setError(final String ignored)
        {
            // Lettuce's message when it gives up a command; the end of the connection says more.
        }
    }
}
