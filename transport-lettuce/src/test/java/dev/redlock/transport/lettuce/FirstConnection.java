// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportProvider;
import dev.redlock.transport.netty.NettyTransportProvider;

/**
 * A program that connects to a node with a transport of which nothing has been used yet, asks one question,
 * and says how many classes were loaded meanwhile, since the transport was opened.
 */
final class FirstConnection extends OneNode
{
    static final String LOADED = "loaded ";

    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

    private boolean isAsked;

    private FirstConnection()
    {
    }

    /**
     * @param args name of the transport, and the port of the node.
     */
    public static void main(final String[] args)
    {
        final TransportProvider provider = args[0].equals("lettuce") ?
            new LettuceTransportProvider() : new NettyTransportProvider();
        final CommandTemplate ping = CommandTemplate.of(0, "ping").literal("PING").build();
        final FirstConnection connection = new FirstConnection();
        try (Transport transport = provider.open(connection.at(Integer.parseInt(args[1]), ping), connection))
        {
            final long before = CLASSES.getTotalLoadedClassCount();
            connection.connect(transport);
            final long loaded = CLASSES.getTotalLoadedClassCount() - before;
            System.out.println(connection.trouble == null ? LOADED + loaded : connection.trouble);
        }
    }

    @Override
    public byte[][] next()
    {
        final boolean wasAsked = isAsked;
        isAsked = true;

        return wasAsked ? null : new byte[][]{"PING".getBytes(StandardCharsets.US_ASCII)};
    }

    @Override
    public void onAnswer(final Answer answer)
    {
    }
}
