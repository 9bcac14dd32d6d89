// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Greeting;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.transport.resp.RespWriter;

/**
 * One connection, as the engine's thread sees it: its state, its dialogue, and what it tells the handler.
 */
public abstract class RespLink
{
    /*
     *            connect          established         dialogue done
     *   DOWN ---------> CONNECTING ---------> GREETING ---------> UP
     *    ^                   |                    |                |  \  write failed
     *    |                   |                    |                |   v
     *    |                   |                    |                |  BREAKING: one last look at what came in
     *    |   finish          v        end         v                v   |
     *    `------------------ ENDED <-----------------------------------'
     *
     * end() closes the connection, at once and anywhere; finish() tells the handler, in poll or close only.
     */
    private enum State
    {
        DOWN, CONNECTING, GREETING, UP, BREAKING, ENDED
    }

    /*
     * The asker of the dialogue's questions, but for a subscription.
     */
    private static final Object DIALOGUE = new Object();

    private final Connection connection;
    private final int unsentBytes;
    private final Callbacks callbacks;
    private final Reply lost = new Reply();

    private State state = State.DOWN;
    private Greeting greeting;
    private Failure failure;
    private boolean isHeard;
    private long endTurn;

    /**
     * A connection that is down.
     *
     * @param connection that it is.
     * @param limits     of the transport.
     * @param callbacks  of the transport.
     */
    protected RespLink(
        final Connection connection, final TransportLimits limits, final Callbacks callbacks)
    {
        this.connection = connection;
        this.callbacks = callbacks;
        unsentBytes = limits.unsentBytes();
    }

    /**
     * Queues an operation.
     *
     * @param operation as {@link Transport#offer(Connection, Operation)} has it.
     * @return its result.
     */
    protected abstract int offer(Operation operation);

    /**
     * Queues a question.
     *
     * @param words of the command.
     * @param size  as {@link RespWriter#commandSizeBound(byte[][])} says.
     * @param asker who gets the answer, by {@link #answered(Object, Answer)}.
     * @return false if there is no room now.
     */
    protected abstract boolean ask(byte[][] words, long size, Object asker);

    /**
     * Whether the connection leads to this machine.
     *
     * @return as {@link Transport#isLocal(Connection)} has it.
     */
    protected abstract boolean isLocal();

    /**
     * The dialogue has ended well.
     */
    protected abstract void greeted();

    /**
     * Makes the connection end with a reset: the system discards what it has not delivered, which would be
     * executed too late.
     */
    protected abstract void giveUp();

    /**
     * Closes the connection at once, whatever is under way.
     */
    protected abstract void cut();

    /**
     * Whether a connection that was cut can no longer reach the node.
     *
     * @return true if its end may be told.
     */
    protected abstract boolean isShut();

    /**
     * Tells each waiting asker that its reply is {@link #lost(Object, long)}, the oldest first.
     */
    protected abstract void loseAll();

    /**
     * Where the node is.
     *
     * @return its address.
     */
    public final NodeAddress address()
    {
        return connection.address();
    }

    /**
     * Whether operations are accepted.
     *
     * @return true between the end of the dialogue and that of the connection.
     */
    protected final boolean isUp()
    {
        return state == State.UP;
    }

    /**
     * Whether both ends of a connection are on this machine, for certain.
     *
     * @param near its end here; null if unknown.
     * @param far  its end at the node; null if unknown.
     * @return true for a Unix domain socket, a loopback address, and the same address at both ends.
     */
    protected static boolean areOfOneMachine(final SocketAddress near, final SocketAddress far)
    {
        if (!(far instanceof InetSocketAddress))
        {
            return far != null;
        }
        final InetAddress there = ((InetSocketAddress)far).getAddress();

        return there != null && (there.isLoopbackAddress() ||
            near instanceof InetSocketAddress && there.equals(((InetSocketAddress)near).getAddress()));
    }

    /**
     * Whether there is a connection that can be written to.
     *
     * @return true from the moment it is established.
     */
    protected final boolean isOpen()
    {
        return state == State.GREETING || state == State.UP;
    }

    /**
     * Whether an attempt or a connection is under way.
     *
     * @return false if the node is down, or its end is still to be told.
     */
    protected final boolean isLive()
    {
        return state != State.DOWN && state != State.ENDED;
    }

    /**
     * Whether an attempt is under way.
     *
     * @return true until the connection is established or ended.
     */
    protected final boolean isAttempt()
    {
        return state == State.CONNECTING;
    }

    /**
     * Whether the next poll has something to tell or to end, and must not wait.
     */
    final boolean isUnfinished()
    {
        return state == State.BREAKING || state == State.ENDED && isShut();
    }

    /**
     * Why a write has failed. What the node has sent is read for the last time.
     *
     * @return null if the connection is not breaking.
     */
    protected final Failure breaking()
    {
        return state == State.BREAKING ? failure : null;
    }

    /**
     * Refuses a command that could never be sent.
     *
     * @param size of a command for which there is no room.
     * @param what its name, for the message.
     */
    protected final void checkSize(final long size, final Object what)
    {
        if (size > unsentBytes)
        {
            throw new IllegalArgumentException(what + " takes " + size +
                " bytes but the limit of unsent bytes is " + unsentBytes +
                ": it could never be sent; raise the limit or shorten the command");
        }
    }

    /**
     * The connection is there, and the dialogue begins.
     */
    protected final void established()
    {
        assert state == State.CONNECTING : "a connection in state " + state + ": tell each one once";
        state = State.GREETING;
        isHeard = false;
        final Greeting opened = callbacks.onConnected(connection);
        if (state == State.GREETING)
        {
            greeting = opened;
            greet(opened);
        }
    }

    /**
     * Tells the answer to a question.
     *
     * @param asker  of the question.
     * @param answer of the node.
     */
    protected final void answered(final Object asker, final Answer answer)
    {
        if (!isDialogue(asker))
        {
            callbacks.onAnswer(connection, (Inquiry)asker, answer);

            return;
        }
        isHeard = true;
        final Greeting current = greeting;
        current.onAnswer(answer);
        if (current == greeting)
        {
            greet(current);
        }
    }

    /**
     * Tells what the node has sent unasked.
     *
     * @param bytes of it; nothing is told if there are none.
     */
    protected final void unasked(final long bytes)
    {
        if (bytes > 0 && isOpen())
        {
            callbacks.onUnasked(connection, bytes);
        }
    }

    /**
     * Tells a message of the node.
     *
     * @param message holds it, from its first byte; valid during the call.
     * @param length  of it.
     */
    protected final void told(final byte[] message, final int length)
    {
        if (isLive() && !isAttempt())
        {
            callbacks.onMessage(connection, message, length);
        }
    }

    /**
     * Tells that the reply will never be known.
     *
     * @param asker         the asker; null for an operation.
     * @param correlationId of the operation.
     */
    protected final void lost(final Object asker, final long correlationId)
    {
        if (asker == null)
        {
            callbacks.onReply(connection, correlationId, lost.set(Reply.Kind.LOST));
        }
        else if (!isDialogue(asker))
        {
            callbacks.onAnswer(connection, (Inquiry)asker, null);
        }
    }

    private static boolean isDialogue(final Object asker)
    {
        return asker == DIALOGUE || asker instanceof Subscription;
    }

    /**
     * The connection cannot be written to. It ends once what the node has sent is read.
     *
     * @param cause of the failed write.
     */
    protected final void broke(final Throwable cause)
    {
        assert isOpen() : "a write in state " + state + ": only what is open can break";
        failure = hinted(Failure.ofConnection(cause, address()));
        state = State.BREAKING;
    }

    /**
     * Ends the connection or the attempt; the handler is told later.
     *
     * @param newFailure why.
     */
    public final void end(final Failure newFailure)
    {
        assert isLive() : "an end in state " + state + ": each connection ends once";
        failure = hinted(newFailure);
        state = State.ENDED;
        endTurn = 0;
        greeting = null;
        cut();
    }

    /*
     * A server that waits for TLS takes our first words for a broken handshake: it hangs up, or sends an
     * alert.
     */
    private Failure hinted(final Failure plain)
    {
        final boolean isPuzzling =
            plain.reason() == DownReason.CLOSED || plain.reason() == DownReason.PROTOCOL;
        final boolean isInTheClear = !address().tls() && address().socketPath() == null;

        return isPuzzling && isInTheClear && state == State.GREETING && !isHeard ?
            plain.ofTheUnheard() : plain;
    }

    final boolean beginAttempt()
    {
        if (state != State.DOWN)
        {
            return false;
        }
        state = State.CONNECTING;

        return true;
    }

    /*
     * The hindrance explains why there is no connection yet; null for none.
     */
    final void disconnect(final long turn, final Failure hindrance)
    {
        if (isLive())
        {
            final boolean isHindered = hindrance != null && state == State.CONNECTING;
            giveUp();
            end(isHindered ? hindrance : new Failure(DownReason.LOCAL, "disconnect was called"));
            endTurn = turn;
        }
    }

    final int inquire(final Inquiry inquiry)
    {
        if (state != State.UP)
        {
            return Transport.NOT_CONNECTED;
        }
        final byte[][] words = inquiry.command();
        Subscription.checkNone(words);
        final long size = RespWriter.commandSizeBound(words);
        if (ask(words, size, inquiry))
        {
            return Transport.ACCEPTED;
        }
        checkSize(size, inquiry);

        return Transport.BACK_PRESSURED;
    }

    /*
     * An end which the handler asked for in the same turn waits for the next.
     */
    final void finish(final long turn)
    {
        if (state == State.ENDED && endTurn <= turn && isShut())
        {
            finish();
        }
    }

    /*
     * The transport is closed; an end that was not told yet keeps its own reason.
     */
    final void close()
    {
        if (isLive())
        {
            end(new Failure(DownReason.LOCAL, "the transport was closed"));
        }
        if (state == State.ENDED)
        {
            finish();
        }
    }

    private void finish()
    {
        loseAll();
        state = State.DOWN;
        callbacks.onDown(connection, failure.reason(), failure.detail());
    }

    /*
     * Puts the next question of the dialogue, or ends the dialogue one way or the other.
     */
    private void greet(final Greeting current)
    {
        final byte[][] question = current.next();
        if (current != greeting || state != State.GREETING)
        {
            return;
        }
        if (current.refusal() != null)
        {
            end(new Failure(DownReason.REFUSED, current.refusal()));
        }
        else if (question != null)
        {
            put(question);
        }
        else
        {
            state = State.UP;
            greeting = null;
            greeted();
            callbacks.onUp(connection);
        }
    }

    private void put(final byte[][] question)
    {
        final long size = RespWriter.commandSizeBound(question);
        final Subscription subscription;
        try
        {
            subscription = Subscription.of(question);
        }
        catch (final IllegalArgumentException ex)
        {
            end(new Failure(DownReason.REFUSED, "the dialogue asks what it may not: " + ex.getMessage()));

            return;
        }
        if (!ask(question, size, subscription == null ? DIALOGUE : subscription))
        {
            end(new Failure(DownReason.REFUSED, "a question of the dialogue takes " + size +
                " bytes but the limit of unsent bytes is " + unsentBytes));
        }
    }
}
