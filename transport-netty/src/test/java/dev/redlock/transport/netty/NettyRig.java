// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;

import io.netty.handler.ssl.SslProvider;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.tck.harness.Closing;

/**
 * A transport under test, driven by the thread of the test.
 */
final class NettyRig implements AutoCloseable
{
    static final CommandTemplate SET = CommandTemplate.of(0, "set")
        .literal("SET").key().bytes(0).literal("PX").number(0).build();
    static final CommandTemplate INCR = CommandTemplate.of(1, "incr").literal("INCR").key().build();
    static final CommandTemplate PING = CommandTemplate.of(2, "ping").literal("PING").build();
    static final CommandTemplate EVAL = CommandTemplate.of(3, "eval")
        .literal("EVAL", "return {1, tonumber(ARGV[1])}", "1").key().number(0).build();
    static final CommandTemplate TIME = CommandTemplate.of(4, "time").literal("TIME").build();
    static final CommandTemplate SLEEP = CommandTemplate.of(5,
        "sleep").literal("BLPOP", "nobody:fills:this", "0").build();
    static final CommandTemplate UNKNOWN = CommandTemplate.of(6, "unknown").literal("NONSENSE").key().build();
    static final List<CommandTemplate> TEMPLATES = List.of(SET, INCR, PING, EVAL, TIME, SLEEP, UNKNOWN);

    private static final long PATIENCE_NS = Duration.ofSeconds(20).toNanos();
    private static final long SLICE_NS = Duration.ofMillis(50).toNanos();

    final Recorder recorder = new Recorder();
    final Operation operation = new Operation();
    final Transport transport;
    final List<Connection> connections;

    private NettyRig(final Setup setup, final NettyOptions options, final NodeAddress[] nodes)
    {
        connections = Connection.toEach(List.of(nodes), Connection.Role.VOTING);
        final TransportContext context =
            new TransportContext(connections, TEMPLATES, setup.limits, setup.tls, Map.of("io", setup.io));
        transport = NettyTransport.open(context, recorder, options);
    }

    static Setup with(final String io, final Closing closing)
    {
        return new Setup(io, closing);
    }

    static NodeAddress at(final int port)
    {
        return NodeAddress.of("127.0.0.1", port);
    }

    NettyRig up()
    {
        return up(0);
    }

    NettyRig up(final int nodeIndex)
    {
        return connect(nodeIndex).pollUntil("up " + nodeIndex);
    }

    NettyRig connect(final int nodeIndex)
    {
        transport.connect(connections.get(nodeIndex));

        return this;
    }

    NettyRig disconnect(final int nodeIndex)
    {
        transport.disconnect(connections.get(nodeIndex));

        return this;
    }

    NettyRig poll()
    {
        transport.poll(0);

        return this;
    }

    NettyRig flush()
    {
        transport.flush();

        return this;
    }

    /**
     * Forgets all events until now.
     */
    NettyRig clear()
    {
        recorder.events.clear();

        return this;
    }

    NettyRig awaitDown()
    {
        return pollUntil(() -> recorder.count("down") > 0, "the end of a connection");
    }

    /**
     * All that the handler was told until now.
     */
    NettyRig told(final String... expected)
    {
        assertThat(recorder.events).containsExactly(expected);

        return this;
    }

    NettyRig toldLast(final String expected)
    {
        assertThat(recorder.last()).isEqualTo(expected);

        return this;
    }

    NettyRig pollUntil(final String event)
    {
        return pollUntil(() -> recorder.has(event), "event '" + event + "'");
    }

    NettyRig pollUntilReplies(final int count)
    {
        return pollUntil(() -> recorder.replies() >= count, count + " replies");
    }

    NettyRig pollUntil(final BooleanSupplier condition, final String what)
    {
        final long startNs = System.nanoTime();
        while (!condition.getAsBoolean())
        {
            if (System.nanoTime() - startNs > PATIENCE_NS)
            {
                throw new AssertionError("waited in vain for " + what + "; last events: " +
                    recorder.events.subList(Math.max(0, recorder.events.size() - 5), recorder.events.size()));
            }
            transport.poll(SLICE_NS);
        }

        return this;
    }

    int set(final long correlationId, final String key, final int valueBytes)
    {
        operation.wrap(SET, transport.prepare(bytes(key)), correlationId)
            .bytes(0, new byte[valueBytes]).number(0, 60_000);

        return transport.offer(connections.get(0), operation);
    }

    NettyRig offers(final CommandTemplate template, final long correlationId)
    {
        return offers(0, template, correlationId);
    }

    NettyRig offers(final int nodeIndex, final CommandTemplate template, final long correlationId)
    {
        assertThat(offer(nodeIndex, template, correlationId)).isEqualTo(Transport.ACCEPTED);

        return this;
    }

    NettyRig inquires(final int nodeIndex, final String... command)
    {
        assertThat(inquire(nodeIndex, command)).isEqualTo(Transport.ACCEPTED);

        return this;
    }

    int offer(final CommandTemplate template, final long correlationId)
    {
        return offer(0, template, correlationId);
    }

    int offer(final int nodeIndex, final CommandTemplate template, final long correlationId)
    {
        return transport.offer(connections.get(nodeIndex),
            operation.wrap(template, transport.prepare(bytes("a:key")), correlationId));
    }

    /**
     * Asks and writes the answer down among the events.
     */
    int inquire(final int nodeIndex, final String... command)
    {
        return transport.inquire(connections.get(nodeIndex), new Inquiry()
        {
            @Override
            public byte[][] command()
            {
                return Recorder.command(command);
            }

            @Override
            public void onAnswer(final Connection connection, final Answer answer)
            {
                recorder.events.add("answer " + connection.index() + " " +
                    (answer == null ? "LOST" : answer.kind() + " " + answer.text()));
            }
        });
    }

    @Override
    public void close()
    {
        transport.close();
    }

    static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * What a test wants otherwise than usual.
     */
    static final class Setup
    {
        private final String io;
        private final Closing closing;
        private final List<NodeAddress> nodes = new ArrayList<>();
        private TransportLimits limits = TransportLimits.DEFAULT;
        private TlsOptions tls = TlsOptions.PLATFORM;
        private int sendBufferBytes;
        private SslProvider tlsEngine = SslProvider.JDK;
        private NettyOptions.Resolver resolver = InetAddress::getAllByName;
        private ThreadFactory lookupThreads = Lookups::newThread;

        private Setup(final String io, final Closing closing)
        {
            this.io = io;
            this.closing = closing;
        }

        Setup node(final int port)
        {
            return node(at(port));
        }

        Setup node(final NodeAddress address)
        {
            nodes.add(address);

            return this;
        }

        Setup limits(final TransportLimits newLimits)
        {
            limits = newLimits;

            return this;
        }

        Setup tls(final TlsOptions newTls)
        {
            tls = newTls;

            return this;
        }

        Setup tlsEngine(final SslProvider engine)
        {
            tlsEngine = engine;

            return this;
        }

        Setup sendBufferBytes(final int bytes)
        {
            sendBufferBytes = bytes;

            return this;
        }

        Setup resolver(final NettyOptions.Resolver newResolver)
        {
            resolver = newResolver;

            return this;
        }

        Setup lookupThreads(final ThreadFactory factory)
        {
            lookupThreads = factory;

            return this;
        }

        NettyRig open()
        {
            final NettyOptions parsed = NettyOptions.parse(Map.of("io", io));

            return closing.later(new NettyRig(this,
                new NettyOptions(parsed.sockets(), sendBufferBytes, resolver, lookupThreads, tlsEngine),
                nodes.toArray(NodeAddress[]::new)));
        }
    }
}
