// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.choice.TransportChoice;

/**
 * An application that builds a client, as a separate program; then uses up its descriptors, and builds
 * clients while it gives them back one by one: see {@link ShortOfMeans}.
 */
public final class LastDescriptor
{
    /**
     * Begins the line of what a {@code build()} threw, followed by the class and the message.
     */
    static final String THREW = "threw ";

    /**
     * The last line.
     */
    static final String DONE = "done";

    private static final Duration START = Duration.ofMillis(2_500);
    private static final int MOST_NEEDED = 12;

    private LastDescriptor()
    {
    }

    /**
     * Builds clients.
     *
     * @param args name of the transport, whether to use up the descriptors, and the nodes.
     * @throws IOException            if a file cannot be closed.
     * @throws ClassNotFoundException never.
     */
    public static void main(final String[] args) throws IOException, ClassNotFoundException
    {
        final TransportChoice transport = new TransportChoice(args[0], Map.of());
        final RedlockBuilder builder = transport.builder(List.of(args).subList(2, args.length))
            .assumeNodesFresh().startTimeout(START);
        build(builder);
        // Later it could not be loaded where classes lie in folders.
        for (final String name : List.of("LimitReachedException", "Misconfiguration", "text.SocketWords",
            "outcome.Outcome", "transport.resp.link.Failure"))
        {
            Class.forName("dev.redlock." + name);
        }
        System.out.println(new UncheckedIOException(new IOException("loaded")));
        if (Boolean.parseBoolean(args[1]))
        {
            final Deque<Closeable> open = useUp();
            for (int i = 0; i < MOST_NEEDED; i++)
            {
                build(builder);
                open.pop().close();
            }
        }
        System.out.println(DONE);
    }

    private static void build(final RedlockBuilder builder)
    {
        try (Redlock redlock = builder.build())
        {
            System.out.println("built " + redlock.nodes());
        }
        catch (final Throwable ex)
        {
            System.out.println(THREW + ex.getClass().getName() + ": " + ex.getMessage());
        }
    }

    private static Deque<Closeable> useUp()
    {
        final Deque<Closeable> open = new ArrayDeque<>();
        try
        {
            while (true)
            {
                open.push(new FileInputStream("/dev/null"));
            }
        }
        catch (final IOException ignored)
        {
            return open;
        }
    }
}
