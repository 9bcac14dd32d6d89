// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

import dev.redlock.test.process.Waiting;

/**
 * A server that answers by script: malformed replies, hostile bytes, commands of a server that is not
 * available, or no answer.
 * <pre>{@code
 * try (FakeNode node = FakeNode.start((command) ->
 *     command.name().equals("INFO") ? FakeReply.error("NOPERM not here") : FakeReply.ok()))
 * {
 *     …
 * }
 * }</pre>
 * To change only some answers of a real server, let the script forward the others with a {@link
 * dev.redlock.test.resp.RespClient}: {@code client.sendRaw(…)} and {@code
 * FakeReply.raw(client.receiveRaw())}.
 * <p>
 * At most 256 connections are open at once; more are closed at once and counted. One daemon thread per
 * connection, named {@code fake-node-} and the port; all end with {@link #close()}. All methods may be called
 * from any thread.
 */
public final class FakeNode implements AutoCloseable
{
    private static final int MAX_CONNECTIONS = 256;
    private static final int MAX_COMMANDS = 4_096;
    private static final int BACKLOG = 1_024;

    /*
     * Fixed, as the system would let it grow to megabytes: bytes that a stopped node has not read must stay
     * with their sender.
     */
    private static final int RECEIVE_BYTES = 64 << 10;

    private final Deque<FakeCommand> commands = new ArrayDeque<>();
    private final List<FakeConnection> connections = new ArrayList<>();
    private final Object scriptLock = new Object();
    private final FakeScript script;
    private final ServerSocket listener;
    private final Thread acceptor;
    private final int port;
    private Throwable failure;
    private int accepted;
    private long commandCount;
    private long refusedCount;
    private int ends;
    private int resets;
    private boolean isClosed;

    private FakeNode(final FakeScript script) throws IOException
    {
        this.script = script;
        listener = new ServerSocket();
        listener.setReceiveBufferSize(RECEIVE_BYTES);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        port = listener.getLocalPort();
        acceptor = new Thread(this::acceptAll, "fake-node-" + port);
        acceptor.setDaemon(true);
    }

    /**
     * Starts a node on a free port of the loopback interface.
     *
     * @param script that answers.
     * @return the running node.
     */
    public static FakeNode start(final FakeScript script)
    {
        try
        {
            final FakeNode node = new FakeNode(script);
            node.acceptor.start();

            return node;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot start a fake node", ex);
        }
    }

    /**
     * The port to connect to.
     *
     * @return the port on 127.0.0.1.
     */
    public int port()
    {
        return port;
    }

    /**
     * Where to connect, as the lock client wants it.
     *
     * @return {@code redis://127.0.0.1:port}.
     */
    public String uri()
    {
        return "redis://127.0.0.1:" + port;
    }

    /**
     * Sends something unasked on all present connections.
     *
     * @param reply to send.
     */
    public void push(final FakeReply reply)
    {
        present().forEach((connection) -> connection.send(reply));
    }

    /**
     * The commands that have come, oldest first, in the order in which the script sees them.
     *
     * @return a copy; of more than 4,096 the last ones.
     */
    public synchronized List<FakeCommand> commands()
    {
        return List.copyOf(commands);
    }

    /**
     * How many commands have come.
     *
     * @return the number since the start.
     */
    public synchronized long commandCount()
    {
        return commandCount;
    }

    /**
     * How many connections are open.
     *
     * @return the number at this moment.
     */
    public synchronized int connections()
    {
        return (int)connections.stream().filter(FakeConnection::isOpen).count();
    }

    /**
     * How many connections were closed at once because too many were open.
     *
     * @return the number since the start.
     */
    public synchronized long refusedConnections()
    {
        return refusedCount;
    }

    /**
     * How many connections their clients have ended, with everything on them read. Those that this node ended
     * do not count.
     *
     * @return the number since the start.
     */
    public synchronized int ends()
    {
        return ends;
    }

    /**
     * How many of the {@link #ends()} were resets (RST), with which a client's system discards undelivered
     * bytes; the others were orderly (FIN).
     *
     * @return the number since the start.
     */
    public synchronized int resets()
    {
        return resets;
    }

    /**
     * Waits until this many commands have come; the last one may be unanswered.
     *
     * @param atLeast commands since the start.
     * @param within  how long to wait; then {@link AssertionError} is thrown.
     */
    public synchronized void awaitCommands(final long atLeast, final Duration within)
    {
        final long deadlineNs = System.nanoTime() + within.toNanos();
        while (commandCount < atLeast)
        {
            final long leftNs = deadlineNs - System.nanoTime();
            if (leftNs <= 0)
            {
                throw new AssertionError("not within " + within + ": " + atLeast + " commands, but " +
                    commandCount + " have come");
            }
            try
            {
                wait(leftNs / 1_000_000 + 1);
            }
            catch (final InterruptedException ignored)
            {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for commands");
            }
        }
    }

    /**
     * Closes all connections and ends all threads; interrupts one that is in the script. Idempotent.
     *
     * @throws IllegalStateException if the script has thrown, or a client has sent something that is not a
     *                               command: the first such exception is the cause.
     */
    @Override
    public void close()
    {
        synchronized (this)
        {
            isClosed = true;
        }
        QuietSockets.close(listener);
        Waiting.forEnd(acceptor);
        present().forEach(FakeConnection::close);
        present().forEach(FakeConnection::join);

        final Throwable thrown = takeFailure();
        if (thrown != null)
        {
            throw new IllegalStateException(this + " has met " + thrown, thrown);
        }
    }

    @Override
    public String toString()
    {
        return "fake node 127.0.0.1:" + port;
    }

    /**
     * Called by each connection for each command.
     */
    FakeReply answer(final FakeCommand command)
    {
        synchronized (scriptLock)
        {
            record(command);
            try
            {
                return Objects.requireNonNull(script.answer(command), "the script has answered null");
            }
            catch (final RuntimeException | Error ex)
            {
                failed(ex);

                return FakeReply.silence().thenReset();
            }
        }
    }

    synchronized void ended(final boolean isReset)
    {
        ends++;
        resets += isReset ? 1 : 0;
    }

    synchronized void failed(final Throwable ex)
    {
        if (failure == null && !isClosed)
        {
            failure = ex;
        }
    }

    private synchronized void record(final FakeCommand command)
    {
        if (commands.size() == MAX_COMMANDS)
        {
            commands.removeFirst();
        }
        commands.add(command);
        commandCount++;
        notifyAll();
    }

    private void acceptAll()
    {
        try
        {
            while (true)
            {
                admit(listener.accept());
            }
        }
        catch (final IOException ignored)
        {
            // The listener was closed.
        }
    }

    /*
     * A connection is forgotten only when its thread has ended, so that closing can wait for it.
     */
    private synchronized void admit(final Socket socket)
    {
        connections.removeIf(FakeConnection::hasEnded);
        if (isClosed || connections.size() >= MAX_CONNECTIONS)
        {
            refusedCount++;
            QuietSockets.close(socket);
            return;
        }

        final FakeConnection connection = new FakeConnection(this, socket, accepted);
        accepted++;
        connections.add(connection);
        connection.start();
    }

    private synchronized List<FakeConnection> present()
    {
        return List.copyOf(connections);
    }

    private synchronized Throwable takeFailure()
    {
        final Throwable thrown = failure;
        failure = null;

        return thrown;
    }
}
