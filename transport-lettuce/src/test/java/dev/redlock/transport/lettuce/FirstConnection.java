// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TlsOptions;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.TransportProvider;
import dev.redlock.transport.netty.NettyTransportProvider;

/**
 * A program that connects to a node with a transport of which nothing has been used yet, asks one question,
 * and says how many classes were loaded meanwhile, since the transport was opened.
 */
final class FirstConnection implements TransportHandler
{
    static final String LOADED = "loaded ";

    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

    private boolean isUp;
    private String trouble;

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
        final TransportContext context = new TransportContext(
            List.of(NodeAddress.of("127.0.0.1", Integer.parseInt(args[1]))), List.of(ping),
            TransportLimits.DEFAULT, TlsOptions.PLATFORM, Map.of());
        final FirstConnection connection = new FirstConnection();
        try (Transport transport = provider.open(context, connection))
        {
            final long before = CLASSES.getTotalLoadedClassCount();
            transport.connect(0);
            while (!connection.isUp && connection.trouble == null)
            {
                transport.poll(1_000_000);
            }
            final long loaded = CLASSES.getTotalLoadedClassCount() - before;
            System.out.println(connection.trouble == null ? LOADED + loaded : connection.trouble);
        }
    }

    @Override
    public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
    {
        return new OneQuestion();
    }

    @Override
    public void onUp(final int nodeIndex)
    {
        isUp = true;
    }

    @Override
    public void onDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        trouble = reason + " " + detail;
    }

    @Override
    public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
    {
        trouble = "a reply to nothing";
    }

    private static final class OneQuestion implements Dialogue
    {
        private boolean isAsked;

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

        @Override
        public String refusal()
        {
            return null;
        }
    }
}
