// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.Objects;

import io.lettuce.core.LettuceVersion;
import io.lettuce.core.RedisClient;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.transport.resp.link.BorrowedThread;
import dev.redlock.transport.resp.link.LibraryVersion;

/**
 * The transport named {@code lettuce}: for users of Lettuce. It allocates a few hundred bytes per command and
 * hands replies from thread to thread; the transport named {@code netty} does neither.
 * <p>
 * Found by name, it makes a client of its own for each transport, and shuts it down with it. Made with
 * {@link #using(RedisClient)}, it works with the resources and the options of a client that stays its
 * owner's.
 * <p>
 * Option {@code io-threads}: event loop threads of a client of its own, 1 if not given. With a Lettuce before
 * 6.6 it refuses to open.
 */
public final class LettuceTransportProvider implements TransportProvider
{
    /*
     * The first that can be told never to repeat a command.
     */
    private static final String LEAST_LETTUCE = "6.6.0.RELEASE";

    private final RedisClient given;

    /**
     * A provider that makes clients of its own.
     */
    public LettuceTransportProvider()
    {
        given = null;
    }

    private LettuceTransportProvider(final RedisClient given)
    {
        this.given = given;
    }

    /**
     * A provider that works with somebody's client: with its event loops, timers, metrics, name resolution
     * and Netty customizer, and with its socket and TLS options. What concerns repetition, time limits and
     * the greeting of a node is not taken over: a lock's commands are sent once or not at all. Nothing of the
     * client is changed, and it is never shut down; it must live longer than the transport.
     *
     * @param client whose {@code ClientResources} and {@code ClientOptions} are used, as they are when a
     *               transport is opened. Its URI is not used: the lock client names the nodes.
     * @return the provider.
     */
    public static LettuceTransportProvider using(final RedisClient client)
    {
        return new LettuceTransportProvider(Objects.requireNonNull(client, "the client is null: leave it " +
            "out for the transport's own client"));
    }

    @Override
    public String name()
    {
        return "lettuce";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        if (given != null && !context.options().isEmpty())
        {
            throw new IllegalArgumentException("option io-threads is for the transport's own client; this " +
                "one uses yours: configure its ClientResources");
        }

        try
        {
            return openLinked(context, handler);
        }
        catch (final LinkageError ex)
        {
            throw LibraryVersion.tooOld(name(), "Lettuce " + LEAST_LETTUCE,
                LettuceTransportProvider::foundVersion, "lettuce.version", ex);
        }
    }

    private Transport openLinked(final TransportContext context, final TransportHandler handler)
    {
        final LettuceOptions options = LettuceOptions.parse(context.options());
        final BorrowedThread thread = FastThreadLocals.borrowThread();
        thread.enter();
        try
        {
            return LettuceTransport.open(context, handler, options, given);
        }
        finally
        {
            thread.leave();
            thread.giveBack();
        }
    }

    private static String foundVersion()
    {
        final String found = LettuceVersion.getVersion();

        return found.substring(0, (found + "/").indexOf('/'));
    }
}
