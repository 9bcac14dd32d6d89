// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLEngine;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.event.EventBus;
import io.lettuce.core.event.EventPublisherOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.CommandEncoder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.resource.SocketAddressResolver;
import io.lettuce.core.tracing.Tracing;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslHandler;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.ReferenceCounted;
import io.netty.util.Timer;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;

import dev.redlock.transport.resp.tls.AsideEngine;

/**
 * Lettuce's resources, ours or the application's, with one addition: each channel gets the handler of its
 * session.
 * <p>
 * All else is delegated here, as Lettuce has no base class that does it.
 */
final class SessionResources implements ClientResources, NettyCustomizer
{
    private static final AttributeKey<Session> SESSION =
        AttributeKey.valueOf(SessionResources.class, "session");
    private static final int LEAST_COMPUTATION_THREADS = 2;
    private static final long SHUTDOWN_MS = 2000;

    private final ThreadLocal<Session> connecting;
    private final ClientResources given;
    private final OwnLoops ownLoops;
    private final SocketAddressResolver resolver = new SocketAddressResolver()
    {
        @Override
        public SocketAddress resolve(final RedisURI uri)
        {
            final SocketAddress address = given.socketAddressResolver().resolve(uri);
            connecting.get().resolved();

            return address;
        }
    };

    private SessionResources(final ThreadLocal<Session> connecting, final ClientResources given,
        final OwnLoops ownLoops)
    {
        this.connecting = connecting;
        this.given = given;
        this.ownLoops = ownLoops;
    }

    /**
     * Our own resources, which end with {@link #free(RedisClient, CompletableFuture, boolean)}.
     *
     * @param options how many event loops, and how names resolve.
     * @param nodes   each gets a thread that waits for the lookup of its name.
     */
    static SessionResources own(final LettuceOptions options, final int nodes)
    {
        final ThreadLocal<Session> connecting = new ThreadLocal<>();
        final OwnLoops loops = new OwnLoops(options.ioThreads());

        return new SessionResources(connecting, DefaultClientResources.builder()
            .eventLoopGroupProvider(loops)
            .computationThreadPoolSize(Math.max(LEAST_COMPUTATION_THREADS, nodes))
            .socketAddressResolver(new JdkNames(options.resolver(), connecting::get))
            .addressResolverGroup(DefaultAddressResolverGroup.INSTANCE)
            .commandLatencyRecorder(CommandLatencyRecorder.disabled()).build(), loops);
    }

    /**
     * The resources of an application, which keeps them.
     */
    static SessionResources over(final ClientResources given)
    {
        return new SessionResources(new ThreadLocal<>(), given, null);
    }

    /**
     * Whether a thread of ours has ended, most often for lack of memory: Netty starts no other in its place,
     * and what is given to it is never done. Its group may not know, as that takes memory, too.
     *
     * @return false for the application's.
     */
    boolean haveDied()
    {
        return ownLoops != null && ownLoops.haveDied();
    }

    /**
     * Makes a connection for a session.
     *
     * @param session whose handler the channel gets.
     * @param connect begins the connection, on this thread.
     */
    void claim(final Session session, final Runnable connect)
    {
        connecting.set(session);
        try
        {
            connect.run();
        }
        finally
        {
            connecting.remove();
        }
    }

    /**
     * Ends a client of these resources, and the resources if they are ours. Waits for that, but not for long.
     *
     * @param client  to end.
     * @param isQuiet completes when its connections have ended, so that no task comes to a dead event loop.
     * @param isFree  false if a thread of the resources looks for an address, which may take long; it is not
     *                waited for.
     */
    void free(final RedisClient client, final CompletableFuture<?> isQuiet, final boolean isFree)
    {
        final long startNs = System.nanoTime();
        awaitShutdown(isQuiet, startNs);
        awaitShutdown(client.shutdownAsync(0, SHUTDOWN_MS, TimeUnit.MILLISECONDS), startNs);
        free(startNs, isFree);
    }

    /**
     * Ends a client of these resources, and the resources if they are ours, as far as they live. Waits for
     * nothing.
     */
    void abandon(final RedisClient client)
    {
        client.shutdownAsync(0, SHUTDOWN_MS, TimeUnit.MILLISECONDS);
        if (ownLoops != null)
        {
            ownLoops.shutdown(0, SHUTDOWN_MS, TimeUnit.MILLISECONDS);
            given.shutdown(0, SHUTDOWN_MS, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Ends the resources if they are ours. Waits for that, but not for long.
     */
    void free()
    {
        free(System.nanoTime(), true);
    }

    private void free(final long startNs, final boolean isFree)
    {
        if (ownLoops != null)
        {
            awaitShutdown(ownLoops.shutdown(0, SHUTDOWN_MS, TimeUnit.MILLISECONDS), startNs);
            final Future<?> end = given.shutdown(0, SHUTDOWN_MS, TimeUnit.MILLISECONDS);
            if (isFree)
            {
                awaitShutdown(end, startNs);
            }
        }
    }

    private static void awaitShutdown(final java.util.concurrent.Future<?> end, final long startNs)
    {
        await(end, TimeUnit.MILLISECONDS.toNanos(SHUTDOWN_MS) - (System.nanoTime() - startNs));
    }

    /**
     * Waits for the end of something, however it ends.
     */
    static void await(final java.util.concurrent.Future<?> end, final long limitNs)
    {
        try
        {
            end.get(Math.max(0, limitNs), TimeUnit.NANOSECONDS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        catch (final ExecutionException | TimeoutException ignored)
        {
            // It ends later, by itself.
        }
    }

    @Override
    public void afterBootstrapInitialized(final Bootstrap bootstrap)
    {
        given.nettyCustomizer().afterBootstrapInitialized(bootstrap);
        bootstrap.attr(SESSION, connecting.get());
    }

    @Override
    public void afterChannelInitialized(final Channel channel)
    {
        given.nettyCustomizer().afterChannelInitialized(channel);
        final Session session = channel.attr(SESSION).get();
        if (session != null)
        {
            if (channel.config().getRecvByteBufAllocator() instanceof AdaptiveRecvByteBufAllocator)
            {
                // A node's share of a turn is one read, so that one which floods leaves time for the others.
                channel.config().setRecvByteBufAllocator(
                    new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(1));
            }
            final SslHandler tls = channel.pipeline().get(SslHandler.class);
            if (tls != null)
            {
                delegate(channel, tls, session);
            }
            channel.pipeline().addBefore(channel.pipeline().context(CommandEncoder.class).name(), "redlock",
                new SessionHandler(session));
            session.opened(channel);
        }
    }

    /*
     * Lettuce's handler lets trust managers run on the event loop, where one that waits stops all nodes. It
     * has not begun, as the channel is not connected; it lets go of its engine when it leaves. An application
     * can bring BoringSSL's engine, which Netty counts the uses of, and reads in a way of its own.
     */
    private static void delegate(final Channel channel, final SslHandler given, final Session session)
    {
        final SSLEngine engine = ReferenceCountUtil.retain(given.engine());
        final SslHandler handler = new SslHandler(
            engine instanceof ReferenceCounted ? engine : new AsideEngine(engine), session.tlsTasks());
        handler.setHandshakeTimeoutMillis(given.getHandshakeTimeoutMillis());
        channel.pipeline().replace(given, null, handler);
    }

    @Override
    public NettyCustomizer nettyCustomizer()
    {
        return this;
    }

    @Override
    public Builder mutate()
    {
        return given.mutate();
    }

    @Override
    public Future<Boolean> shutdown()
    {
        return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
    }

    @Override
    public Future<Boolean> shutdown(final long quietPeriod, final long timeout, final TimeUnit timeUnit)
    {
        return shutdown();
    }

    @Override
    public AddressResolverGroup<?> addressResolverGroup()
    {
        return given.addressResolverGroup();
    }

    @Override
    public EventPublisherOptions commandLatencyPublisherOptions()
    {
        return given.commandLatencyPublisherOptions();
    }

    @Override
    public CommandLatencyRecorder commandLatencyRecorder()
    {
        return given.commandLatencyRecorder();
    }

    @Override
    public int computationThreadPoolSize()
    {
        return given.computationThreadPoolSize();
    }

    @Override
    public EventBus eventBus()
    {
        return given.eventBus();
    }

    @Override
    public EventLoopGroupProvider eventLoopGroupProvider()
    {
        return given.eventLoopGroupProvider();
    }

    @Override
    public EventExecutorGroup eventExecutorGroup()
    {
        return given.eventExecutorGroup();
    }

    @Override
    public int ioThreadPoolSize()
    {
        return given.ioThreadPoolSize();
    }

    @Override
    public Delay reconnectDelay()
    {
        return given.reconnectDelay();
    }

    @Override
    public SocketAddressResolver socketAddressResolver()
    {
        return resolver;
    }

    @Override
    public Timer timer()
    {
        return given.timer();
    }

    @Override
    public Tracing tracing()
    {
        return given.tracing();
    }

    /**
     * Remembers the threads of the event loops that Lettuce asks for.
     */
    private static final class OwnLoops extends DefaultEventLoopGroupProvider
    {
        private final Set<EventLoopGroup> groups = ConcurrentHashMap.newKeySet();
        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

        private OwnLoops(final int threads)
        {
            super(threads);
        }

        @Override
        public <T extends EventLoopGroup> T allocate(final Class<T> type)
        {
            final T group = super.allocate(type);
            if (groups.add(group))
            {
                group.forEach((loop) -> loop.execute(() -> threads.add(Thread.currentThread())));
            }

            return group;
        }

        private boolean haveDied()
        {
            for (final Thread thread : threads)
            {
                if (!thread.isAlive())
                {
                    return true;
                }
            }

            return false;
        }
    }
}
