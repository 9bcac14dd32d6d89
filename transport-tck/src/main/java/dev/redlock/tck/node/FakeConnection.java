// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.node;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

import dev.redlock.test.process.Waiting;
import dev.redlock.test.resp.RespReader;

/**
 * One client's connection to a {@link FakeNode}, with its thread.
 */
final class FakeConnection
{
    private static final String NO_COMMAND = "a command is an array of bulk strings, with at least one in it";

    private final FakeNode node;
    private final Socket socket;
    private final Thread thread;
    private final int number;

    FakeConnection(final FakeNode node, final Socket socket, final int number)
    {
        this.node = node;
        this.socket = socket;
        this.number = number;
        thread = new Thread(this::serve, "fake-node-" + node.port() + "-connection-" + number);
        thread.setDaemon(true);
    }

    void start()
    {
        thread.start();
    }

    boolean isOpen()
    {
        return !socket.isClosed();
    }

    boolean hasEnded()
    {
        return !thread.isAlive();
    }

    /**
     * Ends the connection from another thread than its own.
     */
    void close()
    {
        QuietSockets.close(socket);
        thread.interrupt();
    }

    void join()
    {
        Waiting.forEnd(thread);
    }

    /**
     * Sends, and hangs up if the reply says so. One reply is never mixed with another.
     */
    synchronized void send(final FakeReply reply)
    {
        try
        {
            socket.getOutputStream().write(reply.bytes());
        }
        catch (final IOException ignored)
        {
            // The client has gone; there is nobody to tell.
        }

        if (reply.ending() == FakeReply.Ending.CLOSE)
        {
            QuietSockets.close(socket);
        }
        else if (reply.ending() == FakeReply.Ending.RESET)
        {
            QuietSockets.reset(socket);
        }
    }

    private void serve()
    {
        try
        {
            socket.setTcpNoDelay(true);
            final RespReader reader = new RespReader(socket.getInputStream());
            while (!socket.isClosed())
            {
                send(node.answer(new FakeCommand(number, args(reader.read()))));
            }
        }
        catch (final RespReader.RespFormatException ex)
        {
            node.failed(ex);
        }
        catch (final SocketException ex)
        {
            tellEnd(true);
        }
        catch (final IOException ignored)
        {
            tellEnd(false);
        }
        finally
        {
            QuietSockets.close(socket);
        }
    }

    private void tellEnd(final boolean isReset)
    {
        if (!socket.isClosed())
        {
            node.ended(isReset);
        }
    }

    private static List<byte[]> args(final Object command) throws IOException
    {
        if (!(command instanceof List) || ((List<?>)command).isEmpty())
        {
            throw new RespReader.RespFormatException(NO_COMMAND);
        }

        final List<byte[]> args = new ArrayList<>();
        for (final Object arg : (List<?>)command)
        {
            if (!(arg instanceof byte[]))
            {
                throw new RespReader.RespFormatException(NO_COMMAND);
            }
            args.add((byte[])arg);
        }

        return args;
    }
}
