// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.text.DurationText;

/**
 * A transport that asks for a node's credentials and managers for TLS before it connects, and meanwhile
 * serves the other nodes. To its owner the questions are part of the attempt, so the attempt's limit of time
 * is theirs, too.
 */
public final class AskingTransport implements Transport
{
    private final Transport transport;
    private final TransportHandler handler;

    /*
     * By connection; null for one before which nothing is asked.
     */
    private final Attempt[] attempts;
    private final String limit;
    private int underWay;

    private AskingTransport(final Attempt[] attempts, final Transport transport,
        final TransportHandler handler, final long limitNs)
    {
        this.attempts = attempts;
        this.transport = transport;
        this.handler = handler;
        limit = DurationText.spaced(limitNs);
    }

    /**
     * Puts questions before the connections of a transport.
     *
     * @param context   of the transport.
     * @param transport that connects.
     * @param handler   of the transport.
     * @param limitNs   of an attempt, for messages: whoever connects keeps it.
     * @return the transport itself if no node has {@link AskedCredentials} or {@link AskedManagers}.
     */
    public static Transport over(final TransportContext context, final Transport transport,
        final TransportHandler handler, final long limitNs)
    {
        final Attempt[] attempts = context.connections().stream()
            .map((connection) -> attempt(context, connection, transport)).toArray(Attempt[]::new);

        return Arrays.stream(attempts).allMatch(Objects::isNull) ?
            transport : new AskingTransport(attempts, transport, handler, limitNs);
    }

    private static Attempt attempt(
        final TransportContext context, final Connection connection, final Transport transport)
    {
        final Asked<?> credentials =
            connection.address().credentials() instanceof AskedCredentials asked ? asked : null;
        final Asked<?> managers =
            context.tls().managers() instanceof AskedManagers asked ? asked.before(connection) : null;

        return credentials == null && managers == null ? null :
            new Attempt(connection, credentials, managers, transport);
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
                tellNotGiven(attempt);
            }
            else if (attempt.state == State.ASKING && attempt.isAnswered())
            {
                told += connect(attempt);
            }
        }

        return told;
    }

    private void tellNotGiven(final Attempt attempt)
    {
        end(attempt);
        // By now all may have answered: what comes so late is not waited for, but told of all the same.
        final boolean isTls = attempt.managers != null &&
            (attempt.credentials == null || !attempt.managers.isAnswered());
        final Query late = isTls ? attempt.managers : attempt.credentials;
        final String what = isTls ? "the managers for its TLS have not been given within " :
            "its Credentials have not answered within ";
        final String whose =
            isTls ? "the supplier in TlsOptions.of waits" : "their password() and user() wait";
        handler.onDown(attempt.connection, DownReason.CREDENTIALS, what + limit +
            ", the connect timeout: see what " + whose + " for, or raise the timeout" +
            late.asked.progress());
    }

    private int connect(final Attempt attempt)
    {
        end(attempt);
        final Throwable thrown = attempt.managers == null ? null : attempt.managers.thrown();
        if (thrown == null)
        {
            transport.connect(attempt.connection);

            return 0;
        }
        handler.onDown(attempt.connection, DownReason.TLS, "no TLS with " +
            attempt.connection.address().display() + ": the managers given for TLS cannot be used: " +
            thrown.getMessage());

        return 1;
    }

    private void end(final Attempt attempt)
    {
        underWay--;
        attempt.state = State.NONE;
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
    public boolean tellsMessages()
    {
        return transport.tellsMessages();
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
    private static final class Attempt
    {
        private final Connection connection;
        private final Query credentials;
        private final Query managers;
        private State state = State.NONE;

        private Attempt(final Connection connection, final Asked<?> credentials, final Asked<?> managers,
            final Transport transport)
        {
            this.connection = connection;
            this.credentials = credentials == null ? null : new Query(credentials, transport);
            this.managers = managers == null ? null : new Query(managers, transport);
        }

        private void begin()
        {
            state = State.ASKING;
            forEach(Query::begin);
        }

        private boolean isAnswered()
        {
            return (credentials == null || credentials.isAnswered()) &&
                (managers == null || managers.isAnswered());
        }

        private void giveUp()
        {
            state = State.GIVEN_UP;
            forEach(Query::leave);
        }

        private void end()
        {
            state = State.NONE;
            forEach(Query::end);
        }

        private void forEach(final Consumer<Query> action)
        {
            if (credentials != null)
            {
                action.accept(credentials);
            }
            if (managers != null)
            {
                action.accept(managers);
            }
        }
    }
}
