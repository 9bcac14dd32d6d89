// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import java.util.List;

import dev.redlock.outcome.DurationText;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportHandler;

/**
 * A transport that asks for a node's credentials before it connects, and meanwhile serves the other nodes. To
 * its owner the question is part of the attempt, so the attempt's limit of time is the question's, too.
 */
public final class AskingTransport implements Transport
{
    private final Transport transport;
    private final TransportHandler handler;

    /*
     * By connection; null for a node without credentials.
     */
    private final Attempt[] attempts;
    private final String notGiven;
    private int underWay;

    private AskingTransport(final List<Connection> connections, final Transport transport,
        final TransportHandler handler, final long limitNs)
    {
        this.transport = transport;
        this.handler = handler;
        notGiven = "its Credentials have not answered within " + DurationText.spaced(limitNs) +
            ", the connect timeout: see what their password() and user() wait for, or raise the timeout";
        attempts = connections.stream().map((connection) -> isAsked(connection) ?
            new Attempt(connection, transport) : null).toArray(Attempt[]::new);
    }

    /**
     * Puts questions before the connections of a transport.
     *
     * @param connections of the transport's context.
     * @param transport   that connects.
     * @param handler     of the transport.
     * @param limitNs     of an attempt, for messages: whoever connects keeps it.
     * @return the transport itself if no node has {@link AskedCredentials}.
     */
    public static Transport over(final List<Connection> connections, final Transport transport,
        final TransportHandler handler, final long limitNs)
    {
        return connections.stream().anyMatch(AskingTransport::isAsked) ?
            new AskingTransport(connections, transport, handler, limitNs) : transport;
    }

    private static boolean isAsked(final Connection connection)
    {
        return connection.address().credentials() instanceof AskedCredentials;
    }

    @Override
    public void connect(final Connection connection)
    {
        final Attempt attempt = attempts[connection.index()];
        if (attempt == null)
        {
            transport.connect(connection);
        }
        else if (attempt.state == State.NONE)
        {
            underWay++;
            attempt.begin();
        }
    }

    @Override
    public void disconnect(final Connection connection)
    {
        final Attempt attempt = attempts[connection.index()];
        if (attempt == null || attempt.state == State.NONE)
        {
            transport.disconnect(connection);
        }
        else
        {
            attempt.giveUp();
        }
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        final int told = underWay == 0 ? 0 : proceed();

        return told + transport.poll(told == 0 ? maxWaitNs : 0);
    }

    private int proceed()
    {
        int told = 0;
        for (final Attempt attempt : attempts)
        {
            if (attempt == null)
            {
                continue;
            }
            if (attempt.state == State.GIVEN_UP)
            {
                told++;
                underWay--;
                attempt.state = State.NONE;
                handler.onDown(attempt.connection, DownReason.CREDENTIALS,
                    notGiven + attempt.credentials.progress());
            }
            else if (attempt.state == State.ASKING && attempt.isAnswered)
            {
                underWay--;
                attempt.state = State.NONE;
                transport.connect(attempt.connection);
            }
        }

        return told;
    }

    @Override
    public void close()
    {
        for (final Attempt attempt : attempts)
        {
            if (attempt != null)
            {
                final boolean isToBeTold = attempt.state != State.NONE;
                attempt.end();
                if (isToBeTold)
                {
                    underWay--;
                    handler.onDown(attempt.connection, DownReason.LOCAL, "the transport was closed");
                }
            }
        }
        transport.close();
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return transport.prepare(key);
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        return transport.offer(connection, operation);
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        return transport.inquire(connection, inquiry);
    }

    @Override
    public boolean isLocal(final Connection connection)
    {
        return transport.isLocal(connection);
    }

    @Override
    public void flush()
    {
        transport.flush();
    }

    @Override
    public void wakeup()
    {
        transport.wakeup();
    }

    private enum State
    {
        NONE,
        ASKING,
        GIVEN_UP
    }

    /**
     * The part of an attempt that comes before the transport's.
     */
    private static final class Attempt implements Runnable
    {
        private final Connection connection;
        private final AskedCredentials credentials;
        private final Transport transport;
        private volatile boolean isAnswered;
        private State state = State.NONE;

        private Attempt(final Connection connection, final Transport transport)
        {
            this.connection = connection;
            credentials = (AskedCredentials)connection.address().credentials();
            this.transport = transport;
        }

        private void begin()
        {
            state = State.ASKING;
            isAnswered = false;
            if (credentials.ask(this))
            {
                run();
            }
        }

        private void giveUp()
        {
            state = State.GIVEN_UP;
            credentials.leave(this);
        }

        private void end()
        {
            state = State.NONE;
            credentials.leave(this);
            credentials.end();
        }

        /**
         * There is an answer. Any thread.
         */
        @Override
        public void run()
        {
            isAnswered = true;
            transport.wakeup();
        }
    }
}
