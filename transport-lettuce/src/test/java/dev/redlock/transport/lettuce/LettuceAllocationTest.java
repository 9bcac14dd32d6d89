// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.test.server.RedisServerProcess;

/**
 * What a command costs on all threads of this JVM together: the engine's, Lettuce's event loops, and any
 * other that runs at the time.
 */
@Tag("proof")
class LettuceAllocationTest
{
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private static final int COMMANDS = 15_000;
    private static final long ALLOWED_PER_COMMAND = 400;
    private static final CommandTemplate SET = CommandTemplate.of(0, "set")
        .literal("SET").key().bytes(0).literal("PX").number(0).build();

    @ParameterizedTest(name = "{0} in flight")
    @ValueSource(ints = {1, 64})
    void shouldStayBelowTheBytesThatAreAllowed(final int inFlight)
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start())
        {
            final Load load = new Load();
            try (Transport transport =
                new LettuceTransportProvider().open(load.at(server.port(), SET), load))
            {
                load.start(transport);
                load.run(COMMANDS, inFlight);
                final long before = allocatedByAll();
                load.run(COMMANDS, inFlight);
                final long perCommand = (allocatedByAll() - before) / COMMANDS;

                assertThat(perCommand).as("bytes per command").isPositive()
                    .isLessThanOrEqualTo(ALLOWED_PER_COMMAND);
            }
        }
    }

    private static long allocatedByAll()
    {
        long sum = 0;
        for (final long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
        {
            sum += Math.max(0, bytes);
        }

        return sum;
    }

    private static final class Load extends OneNode
    {
        private final Operation operation = new Operation();
        private final byte[] token = new byte[20];
        private Transport transport;
        private PreparedKey key;
        private long answered;

        private void start(final Transport newTransport)
        {
            transport = newTransport;
            key = transport.prepare("allocation".getBytes(StandardCharsets.US_ASCII));
            connect(transport);
            assertThat(trouble).isNull();
        }

        private void run(final int count, final int inFlight)
        {
            final long end = answered + count;
            long sent = answered;
            while (answered < end && trouble == null)
            {
                while (sent < end && sent - answered < inFlight)
                {
                    operation.wrap(SET, key, sent++).bytes(0, token).number(0, 30_000);
                    if (transport.offer(connection, operation) != Transport.ACCEPTED)
                    {
                        trouble = "the offer was not accepted";
                    }
                }
                transport.poll(1_000_000);
            }
            assertThat(trouble).isNull();
        }

        @Override
        public void onReply(final Connection connection, final long correlationId, final Reply reply)
        {
            if (correlationId != answered++ || reply.kind() != Reply.Kind.OK)
            {
                trouble = reply.kind() + " " + reply.errorText() + " as answer to " + correlationId;
            }
        }
    }
}
