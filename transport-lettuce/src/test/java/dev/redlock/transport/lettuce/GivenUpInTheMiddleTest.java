// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.test.server.RedisServerProcess;

/**
 * The engine gives a connection up while the event loop is in the middle of an answer: held there by a gate,
 * so that it happens every time. The end is told when the connection is closed, and nothing can leave any
 * more.
 */
class GivenUpInTheMiddleTest extends OneNode
{
    private static final CommandTemplate SET = CommandTemplate.of(0, "set")
        .literal("SET").key().bytes(0).literal("PX").number(0).build();

    private final Gate gate = new Gate();
    private Reply.Kind reply;

    @Test
    void shouldLeaveTheAnswerToTheEventLoop() throws Exception
    {
        final ClientResources resources =
            DefaultClientResources.builder().commandLatencyRecorder(gate).build();
        final RedisClient client = RedisClient.create(resources);
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            LoggedByOthers log = new LoggedByOthers())
        {
            try (Transport transport =
                LettuceTransportProvider.using(client).open(at(server.port(), SET), this))
            {
                giveUpInTheMiddle(transport);
            }
            finally
            {
                client.shutdown();
                resources.shutdown().get();
            }

            assertThat(log.lines()).as("logged by Lettuce and Netty").isEmpty();
        }
    }

    private void giveUpInTheMiddle(final Transport transport) throws InterruptedException
    {
        connect(transport);
        assertThat(trouble).isNull();

        final Operation operation = new Operation();
        operation.wrap(SET, transport.prepare("given-up".getBytes(StandardCharsets.US_ASCII)), 1)
            .bytes(0, new byte[20]).number(0, 1000);
        assertThat(transport.offer(connection, operation)).isEqualTo(Transport.ACCEPTED);
        transport.flush();
        assertThat(gate.reached.await(30, TimeUnit.SECONDS)).as("an answer has come").isTrue();

        transport.disconnect(connection);
        IntStream.range(0, 20).forEach((i) -> transport.poll(1_000_000));
        assertThat(trouble).as("told while the event loop could still write").isNull();

        gate.opened.countDown();
        while (trouble == null)
        {
            transport.poll(1_000_000);
        }
        assertThat(reply).isEqualTo(Reply.Kind.LOST);
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply newReply)
    {
        reply = newReply.kind();
    }

    /**
     * Is called by Lettuce when it has read an answer and not yet completed its command.
     */
    private static final class Gate implements CommandLatencyRecorder
    {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        @Override
        public void recordCommandLatency(final SocketAddress local, final SocketAddress remote,
            final ProtocolKeyword command, final long firstResponseNs, final long completionNs)
        {
            reached.countDown();
            try
            {
                opened.await(30, TimeUnit.SECONDS);
            }
            catch (final InterruptedException ex)
            {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public boolean isEnabled()
        {
            return true;
        }
    }
}
