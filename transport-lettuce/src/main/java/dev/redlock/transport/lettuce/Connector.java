// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.EpollProvider;
import io.lettuce.core.resource.KqueueProvider;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;

import dev.redlock.spi.Connection;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.transport.resp.link.AddressTurns;
import dev.redlock.transport.resp.link.Failure;
import dev.redlock.transport.resp.tls.TlsTasks;

/**
 * Makes connections, with a Lettuce client that does nothing unasked: it does not greet, does not repeat, and
 * has no timeout that matters.
 */
final class Connector
{
    /*
     * A safety net: the engine limits the time of an attempt, and calls disconnect.
     */
    private static final Duration ATTEMPT_LIMIT = Duration.ofSeconds(30);

    private final LettuceOptions options;
    private final RedisClient given;
    private final ClientOptions clientOptions;
    private final TlsTrial trial;
    private final int connections;
    private Means means;

    Connector(final TransportContext context, final LettuceOptions options, final RedisClient given)
    {
        check(context);
        final TlsOptions tls =
            addresses(context).anyMatch(NodeAddress::tls) ? context.tls() : TlsOptions.PLATFORM;
        trial = new TlsTrial(tls);
        // Managers that are given instead of files may not be at hand yet: the first connection tries them.
        final String complaint = tls.managers() == null ? trial.complaint() : null;
        if (complaint != null)
        {
            throw new IllegalArgumentException(complaint);
        }

        this.options = options;
        this.given = given;
        clientOptions = given == null ? AtMostOnce.options(tls) : AtMostOnce.options(given.getOptions(), tls);
        connections = context.connections().size();
        means = newMeans();
        boolean isReady = false;
        try
        {
            means.client.rehearse();
            if (given == null)
            {
                rehearse(context);
            }
            isReady = true;
        }
        finally
        {
            if (!isReady)
            {
                close(List.of());
            }
        }
    }

    private Means newMeans()
    {
        final SessionResources resources = given == null ?
            SessionResources.own(options, connections) : SessionResources.over(given.getResources());
        final BareClient client = newClient(resources);
        boolean isReady = false;
        try
        {
            client.setOptions(clientOptions);
            final Means made = new Means(resources, client, given == null, connections);
            isReady = true;

            return made;
        }
        finally
        {
            if (!isReady)
            {
                resources.abandon(client);
            }
        }
    }

    private static BareClient newClient(final SessionResources resources)
    {
        try
        {
            return new BareClient(resources);
        }
        catch (final RuntimeException ex)
        {
            resources.free();
            throw Failure.ofOpening(ex);
        }
        catch (final Throwable ex)
        {
            resources.free();
            throw ex;
        }
    }

    /*
     * Makes a connection that must fail, so that Lettuce and Netty are loaded before the first attempt's
     * timeout starts. On a busy machine, loading takes longer than that timeout.
     */
    private void rehearse(final TransportContext context)
    {
        final NodeAddress like = addresses(context).filter(NodeAddress::tls).findFirst()
            .orElse(context.connections().get(0).address());
        final Session session = new Session(like, context.limits(), new Doorbell(), new AddressTurns());
        start(session, 0, configured(RedisURI.Builder.redis("127.0.0.1", 0).withSsl(like.tls())));
        SessionResources.await(session.ended(), ATTEMPT_LIMIT.toNanos());
        session.abort();
    }

    /**
     * Begins an attempt, on another thread: a resolver may block, even the application's, and Lettuce's first
     * use is slow. The attempts of a connection share a thread, and no other's, so a name that is not
     * answered delays only that node.
     *
     * @param session    of the attempt.
     * @param connection that it makes.
     */
    void start(final Session session, final Connection connection)
    {
        start(session, connection.index(), uri(session.address()));
    }

    /**
     * What of our own keeps an attempt from its end; null for nothing.
     */
    Failure hindrance(final Connection connection)
    {
        return means.tlsTasks[connection.index()].hindrance();
    }

    private void start(final Session session, final int index, final RedisURI uri)
    {
        try
        {
            if (means.haveDied())
            {
                renew();
            }
            final Means present = means;
            session.runTlsTasksBy(present.tlsTasks[index]);
            present.starter(index).execute(() -> connect(present, session, uri));
        }
        catch (final RejectedExecutionException ignored)
        {
            session.notConnected(new IllegalStateException("the ClientResources have been shut down"));
        }
        catch (final Throwable ex)
        {
            // The machine may have no thread left; the next attempt asks for one again.
            session.notConnected(ex);
        }
    }

    /*
     * A thread that has run out of memory is gone for good, and with it every attempt that it would make. The
     * connections of those that live end with the others.
     */
    private void renew()
    {
        final Means dead = means;
        means = newMeans();
        dead.abandon();
    }

    /**
     * Ends the client, and its resources if they are ours. Waits for no name: its thread ends by itself; and
     * for nothing if a thread has died, as what it was given never ends.
     *
     * @param sessions earlier ones, which may still be ending, all aborted.
     */
    void close(final Collection<Session> sessions)
    {
        if (means.haveDied())
        {
            means.abandon();

            return;
        }
        final Map<Boolean, List<Session>> byUnresolved =
            sessions.stream().collect(Collectors.partitioningBy(Session::isUnresolved));
        means.resources.free(means.client, CompletableFuture.allOf(byUnresolved.get(false).stream()
            .map(Session::ended).toArray(CompletableFuture[]::new)), byUnresolved.get(true).isEmpty());
        means.freeStarters();
    }

    private void connect(final Means by, final Session session, final RedisURI uri)
    {
        by.threads.add(Thread.currentThread());
        final String complaint = session.address().tls() ? trial.complaint() : null;
        if (complaint != null)
        {
            session.notConnected(Failure.ofCertificates(new IOException(complaint), session.address()));

            return;
        }
        try
        {
            by.resources.claim(session, () -> connectNow(by.client, session, uri));
        }
        catch (final Throwable ex)
        {
            // The application's resources may throw anything, and an attempt must end.
            session.notConnected(ex);
        }
    }

    private static void connectNow(final BareClient client, final Session session, final RedisURI uri)
    {
        session.checkWanted();
        client.connectAsync(ByteArrayCodec.INSTANCE, uri)
            .whenComplete((connection, cause) ->
            {
                if (cause == null)
                {
                    session.connected(connection);
                }
                else
                {
                    session.notConnected(cause);
                }
            });
    }

    private static RedisURI uri(final NodeAddress address)
    {
        return address.socketPath() != null ?
            configured(RedisURI.Builder.socket(address.socketPath())) :
            configured(RedisURI.Builder.redis(address.host(), address.port())
                .withSsl(address.tls()).withVerifyPeer(SslVerifyMode.FULL));
    }

    private static RedisURI configured(final RedisURI.Builder builder)
    {
        final RedisURI uri = builder.build();
        uri.setTimeout(ATTEMPT_LIMIT);
        // No CLIENT SETINFO: the dialogue identifies us where the node allows it.
        uri.setLibraryName("");
        uri.setLibraryVersion("");

        return uri;
    }

    private static Stream<NodeAddress> addresses(final TransportContext context)
    {
        return context.connections().stream().map(Connection::address);
    }

    private static void check(final TransportContext context)
    {
        for (final NodeAddress address : addresses(context).toList())
        {
            if (address.socketPath() != null && !EpollProvider.isAvailable() && !KqueueProvider.isAvailable())
            {
                throw new IllegalArgumentException("node " + address.display() + " is a unix socket, for " +
                    "which Lettuce needs netty-transport-native-epoll (Linux) or " +
                    "netty-transport-native-kqueue (macOS) with the classifier of the machine: add it, " +
                    "name host and port instead, or use the transport netty");
            }
        }
    }

    /**
     * What connections are made with.
     */
    private static final class Means
    {
        private final SessionResources resources;
        private final BareClient client;
        private final EventExecutorGroup ownStarters;
        private final List<EventExecutor> starters = new ArrayList<>();
        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private final TlsTasks[] tlsTasks;

        private Means(final SessionResources resources, final BareClient client, final boolean areOurs,
            final int connections)
        {
            this.resources = resources;
            this.client = client;
            ownStarters = areOurs ? null : new DefaultEventExecutorGroup(
                connections, new DefaultThreadFactory("redlock-lettuce-start", true));
            (areOurs ? resources.eventExecutorGroup() : ownStarters).forEach(starters::add);
            tlsTasks = new TlsTasks[connections];
            for (int i = 0; i < connections; i++)
            {
                tlsTasks[i] = new TlsTasks(starter(i));
            }
        }

        private EventExecutor starter(final int index)
        {
            return starters.get(index % starters.size());
        }

        /*
         * The event loops of the application are its own to mend.
         */
        private boolean haveDied()
        {
            return resources.haveDied() || !threads.stream().allMatch(Thread::isAlive);
        }

        private void abandon()
        {
            resources.abandon(client);
            freeStarters();
        }

        private void freeStarters()
        {
            if (ownStarters != null)
            {
                ownStarters.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
            }
        }
    }
}
