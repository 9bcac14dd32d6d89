// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.api.StatefulRedisConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.UnixChannel;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.transport.resp.link.AddressTurns;
import dev.redlock.transport.resp.link.Failure;
import dev.redlock.transport.resp.tls.TlsTasks;

/**
 * One connection of a node, from the attempt to its end.
 */
final class Session implements Runnable
{
    private final NodeAddress address;
    private final TransportLimits limits;
    private final Doorbell doorbell;
    private final AddressTurns turns;
    private final Places places;
    private final Messages messages = new Messages();

    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private final AtomicBoolean isReleased = new AtomicBoolean();
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final CompletableFuture<Void> attempt = new CompletableFuture<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private TlsTasks tlsTasks;
    private volatile InetAddress host;
    private volatile boolean isResolved;
    private volatile Channel channel;
    private volatile Thread loopThread;
    private volatile StatefulRedisConnection<byte[], byte[]> connection;
    private volatile boolean isAborted;
    private volatile boolean isGivenUp;
    private volatile boolean isSecured;
    private volatile boolean isEstablished;

    private long roomForBytes;

    /*
     * Of the event loop thread, and what the engine's thread has told of it.
     */
    private volatile long unaskedBytes;
    private long toldUnaskedBytes;

    Session(final NodeAddress address, final TransportLimits limits, final Doorbell doorbell,
        final AddressTurns turns)
    {
        this.address = address;
        this.limits = limits;
        this.doorbell = doorbell;
        this.turns = turns;
        places = new Places(limits, this::broke);
        isSecured = !address.tls();
    }

    NodeAddress address()
    {
        return address;
    }

    TransportLimits limits()
    {
        return limits;
    }

    Places places()
    {
        return places;
    }

    Messages messages()
    {
        return messages;
    }

    // Engine thread.

    /**
     * Before the attempt begins.
     */
    void runTlsTasksBy(final TlsTasks tasks)
    {
        tlsTasks = tasks;
    }

    boolean isEstablished()
    {
        return isEstablished;
    }

    SocketAddress nearEnd()
    {
        return channel.localAddress();
    }

    SocketAddress farEnd()
    {
        return channel.remoteAddress();
    }

    /**
     * Why the connection has ended, or is about to.
     *
     * @return null while the connection is sound.
     */
    Failure failure()
    {
        return failure.get();
    }

    /**
     * Whether a command of this size may be queued now.
     */
    boolean hasRoomFor(final long bytes)
    {
        if (places.isFull())
        {
            return false;
        }
        if (bytes > roomForBytes)
        {
            roomForBytes = limits.unsentBytes() - unsentBytes();
        }

        return bytes <= roomForBytes;
    }

    boolean hasUnasked()
    {
        return unaskedBytes > toldUnaskedBytes;
    }

    /**
     * Bytes that nobody asked for, since the last call.
     */
    long takeUnasked()
    {
        final long before = toldUnaskedBytes;
        toldUnaskedBytes = unaskedBytes;

        return toldUnaskedBytes - before;
    }

    void accept(final PreparedCommand command)
    {
        places.accept(command);
        roomForBytes -= command.frameLength();
    }

    /**
     * Hands over what was accepted: one task for the event loop, however many commands there are.
     */
    void flush()
    {
        if (places.submit() && isScheduled.compareAndSet(false, true))
        {
            try
            {
                channel.eventLoop().execute(this);
            }
            catch (final RejectedExecutionException ignored)
            {
                fail(new Failure(DownReason.CLOSED, "the event loop of Lettuce has been shut down"));
            }
        }
    }

    /**
     * Lets the event loop read on, if it has been held back and the engine has caught up.
     */
    void readOn()
    {
        try
        {
            channel.eventLoop().execute(() -> messages.goOn(channel.config()));
        }
        catch (final RejectedExecutionException ignored)
        {
            fail(new Failure(DownReason.CLOSED, "the event loop of Lettuce has been shut down"));
        }
    }

    /**
     * Makes the connection end with a reset.
     */
    void giveUp()
    {
        isGivenUp = true;
    }

    /**
     * Ends the connection at once. Nothing that was not written yet is written.
     */
    void abort()
    {
        isAborted = true;
        closeChannel();
        release();
    }

    boolean isAborted()
    {
        return isAborted;
    }

    /**
     * Whether it can no longer reach the node: the event loop may be in the middle of a write when the engine
     * gives the connection up, and closes it later. One that has died never does.
     */
    boolean isShut()
    {
        final Channel current = channel;
        if (!isGivenUp || current == null || current.closeFuture().isDone())
        {
            return true;
        }

        final boolean hasDied = hasDied(current);
        if (hasDied)
        {
            closeByDescriptor(current);
        }

        return hasDied;
    }

    /**
     * Whether it waits for an address, or for the thread that looks for one, and may do so for long. Once it
     * is aborted nothing comes of that.
     */
    boolean isUnresolved()
    {
        return !isResolved && !attempt.isDone();
    }

    /**
     * Completes when Lettuce has nothing left to do for an aborted session.
     */
    CompletableFuture<Void> ended()
    {
        return attempt.thenCompose((ignored) -> connection == null ? attempt : released);
    }

    /**
     * Whether Lettuce has nothing to do any more; unlike {@link #ended()} it leaves nothing behind.
     */
    boolean hasEnded()
    {
        return attempt.isDone() && (connection == null || released.isDone());
    }

    /*
     * Netty counts the overhead of what it has queued, so back-pressure may come a little before the limit,
     * but never after it. Our own sum is read first: bytes handed on in between must count twice rather than
     * not at all.
     */
    private long unsentBytes()
    {
        final long waiting = places.waitingBytes();
        final ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();

        return waiting + (buffer == null ? 0 : buffer.totalPendingWriteBytes());
    }

    // Thread that begins the attempts of this connection.

    /**
     * Which address this attempt tries. Not called with the application's resolver, which chooses by itself.
     *
     * @param hosts behind the node's name.
     * @return one of them.
     */
    InetAddress choose(final InetAddress[] hosts)
    {
        host = turns.next(hosts, this::isEstablished);

        return host;
    }

    /**
     * The address is there: from now on Lettuce has work for an event loop, unless this throws.
     */
    void resolved()
    {
        isResolved = true;
        checkWanted();
    }

    void checkWanted()
    {
        if (isAborted)
        {
            throw new IllegalStateException("the attempt was given up");
        }
    }

    // Event loop thread, and any other from which Lettuce calls.

    void opened(final Channel newChannel)
    {
        newChannel.closeFuture().addListener((ignored) -> doorbell.ring());
        loopThread = newChannel.eventLoop().inEventLoop() ? Thread.currentThread() : null;
        channel = newChannel;
        if (isAborted || failure.get() != null)
        {
            closeChannel();
        }
    }

    TlsTasks tlsTasks()
    {
        return tlsTasks;
    }

    void secured()
    {
        isSecured = true;
        checkEstablished();
    }

    void connected(final StatefulRedisConnection<byte[], byte[]> newConnection)
    {
        newConnection.setAutoFlushCommands(false);
        connection = newConnection;
        if (isAborted)
        {
            release();
        }
        else if (channel == null)
        {
            fail(new Failure(DownReason.UNREACHABLE, "the connection was not made by this transport: " +
                "another kind of RedisClient or ClientResources cannot be used"));
        }
        else
        {
            checkEstablished();
        }
        attempt.complete(null);
    }

    /**
     * There will be no connection.
     */
    void notConnected(final Throwable cause)
    {
        notConnected(Failure.ofConnect(cause, address, host));
    }

    /**
     * The attempt has failed.
     */
    void notConnected(final Failure newFailure)
    {
        fail(newFailure);
        attempt.complete(null);
    }

    /**
     * Ends the connection; the first reason counts.
     */
    void fail(final Failure newFailure)
    {
        if (failure.compareAndSet(null, newFailure))
        {
            closeChannel();
            doorbell.ring();
        }
    }

    /**
     * Lettuce could not finish a command, so the fate of those behind it is unknown.
     */
    void broke(final Throwable cause)
    {
        fail(Failure.ofConnection(cause, address));
    }

    @Override
    public void run()
    {
        isScheduled.set(false);
        if (isAborted || failure.get() != null)
        {
            return;
        }
        try
        {
            places.dispatch(connection);
        }
        catch (final Throwable ex)
        {
            // Part of the batch may have been sent; waiting would look like a slow node.
            broke(ex);
        }
    }

    /**
     * Shows the engine what has been answered.
     *
     * @param unasked bytes that nobody asked for.
     */
    void publish(final long unasked)
    {
        // Earlier: whoever sees an answer finds the messages that came before it.
        final boolean hasMessages = messages.publish();
        final boolean hasAnswers = places.publish();
        // Later: whoever sees these bytes finds the answers that came before them.
        unaskedBytes += unasked;
        if (hasAnswers || hasMessages || unasked > 0)
        {
            doorbell.ring();
        }
    }

    private synchronized void checkEstablished()
    {
        if (isSecured && connection != null && !isEstablished)
        {
            isEstablished = true;
            doorbell.ring();
        }
    }

    /*
     * Lettuce keeps a list of its connections, and complains about one that is closed twice.
     */
    private void release()
    {
        final StatefulRedisConnection<byte[], byte[]> current = connection;
        if (current != null && isReleased.compareAndSet(false, true))
        {
            try
            {
                current.closeAsync().whenComplete((ignored, cause) -> released.complete(null));
            }
            catch (final Throwable ignored)
            {
                // The application has shut its resources down: there is nothing left to close.
                released.complete(null);
            }
        }
    }

    private void closeChannel()
    {
        final Channel current = channel;
        if (current != null && (isGivenUp || isNonsense()))
        {
            reset(current);
        }
        else if (current != null)
        {
            current.close();
        }
        if (current != null && hasDied(current))
        {
            closeByDescriptor(current);
        }
    }

    /*
     * Whether the event loop has. It may not know itself, as the last steps of its thread take memory, too.
     */
    private boolean hasDied(final Channel current)
    {
        final Thread thread = loopThread;

        return current.eventLoop().isTerminated() || thread != null && !thread.isAlive();
    }

    /*
     * Netty closes on the event loop only. Without this the connection stays, at the node too, which may yet
     * get what the system has not delivered. Java's own sockets have no such door.
     */
    private static void closeByDescriptor(final Channel channel)
    {
        if (channel instanceof UnixChannel unixChannel)
        {
            try
            {
                unixChannel.fd().close();
            }
            catch (final IOException ignored)
            {
                // It is closed all the same.
            }
        }
    }

    private boolean isNonsense()
    {
        final Failure reason = failure.get();

        return reason != null && reason.reason() == DownReason.PROTOCOL;
    }

    /*
     * The system discards what it has not delivered, which would be executed too late. TLS's close_notify
     * would wait behind it, so it is left out. Unix domain sockets have no reset, and no network that could
     * hold anything back.
     */
    private static void reset(final Channel channel)
    {
        try
        {
            if (channel instanceof SocketChannel)
            {
                ((SocketChannel)channel).config().setSoLinger(0);
            }
            channel.eventLoop().execute(() -> channel.unsafe().close(channel.unsafe().voidPromise()));
        }
        catch (final ChannelException | RejectedExecutionException ignored)
        {
            // It is closed already, or the event loop is shut down.
            channel.close();
        }
    }
}
