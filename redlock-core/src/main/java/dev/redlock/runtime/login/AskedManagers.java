// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.agrona.concurrent.NanoClock;

import dev.redlock.spi.Connection;
import dev.redlock.spi.address.TlsManagers;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.text.SocketWords;

/**
 * The managers for TLS that the application gives with every connection. They are asked for each node by
 * itself; a transport gets the latest ones, at once. What a question for one node has thrown, or waits for,
 * is nothing to the others.
 * <p>
 * <b>Thread:</b> any.
 */
public final class AskedManagers implements Supplier<TlsManagers>
{
    /*
     * A question that began earlier may end later, and have rotated certificates in their former state.
     */
    private record Given(long question, TlsManagers managers)
    {
    }

    private final Supplier<TlsManagers> source;
    private final List<Asked<TlsManagers>> byConnection;
    private final AtomicLong questions = new AtomicLong();
    private Given latest = new Given(0, null);

    private AskedManagers(final Supplier<TlsManagers> source, final List<Connection> connections,
        final NanoClock clock, final long connectTimeoutNs)
    {
        this.source = source;
        final Map<Integer, Asked<TlsManagers>> byNode = new HashMap<>();
        byConnection = new ArrayList<>();
        for (final Connection connection : connections)
        {
            byConnection.add(connection.address().tls() ? byNode.computeIfAbsent(connection.node(),
                (node) -> new Asked<>(this::ask, "redlock-tls", clock, connectTimeoutNs)) : null);
        }
    }

    /**
     * The options for a transport; those given unless they have a supplier.
     *
     * @param tls              of the application.
     * @param connections      of the transport.
     * @param clock            monotonic.
     * @param connectTimeoutNs ten of them, and at least 30 s, are the limit of a question.
     * @return the same otherwise.
     */
    public static TlsOptions of(final TlsOptions tls, final List<Connection> connections,
        final NanoClock clock, final long connectTimeoutNs)
    {
        return tls.managers() == null ? tls :
            TlsOptions.of(new AskedManagers(tls.managers(), connections, clock, connectTimeoutNs));
    }

    /**
     * What is asked before a connection is made.
     *
     * @return null if the connection is without TLS.
     */
    Asked<TlsManagers> before(final Connection connection)
    {
        return byConnection.get(connection.index());
    }

    /*
     * The factories' own code runs here for the first time, where it may take as long as it likes, and what
     * it throws is put into words, which is the application's code, too.
     */
    private TlsManagers ask()
    {
        final long question = questions.incrementAndGet();
        final TlsManagers managers;
        try
        {
            managers = source.get();
            if (managers != null && managers.trust() != null)
            {
                managers.trust().getTrustManagers();
            }
            if (managers != null && managers.key() != null)
            {
                managers.key().getKeyManagers();
            }
        }
        catch (final Throwable ex)
        {
            throw new IllegalStateException(SocketWords.of(ex), ex);
        }
        if (managers == null)
        {
            throw new IllegalStateException("their supplier has answered null");
        }
        keep(new Given(question, managers));

        return managers;
    }

    private synchronized void keep(final Given given)
    {
        if (given.question > latest.question)
        {
            latest = given;
        }
    }

    /**
     * The latest ones that were given.
     *
     * @return null before the first.
     */
    @Override
    public synchronized TlsManagers get()
    {
        return latest.managers;
    }

    @Override
    public String toString()
    {
        return "asked before each connection";
    }
}
