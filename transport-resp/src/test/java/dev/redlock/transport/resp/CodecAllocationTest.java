// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportLimits;

@Tag("jdk")
class CodecAllocationTest
{
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean)ManagementFactory.getThreadMXBean();
    private static final Reply REPLY = new Reply();
    private static final int WARM_UP = 100_000;
    private static final int ROUNDS = 500_000;

    @Test
    void shouldReadRepliesOfTheHotPathWithoutAllocating() throws RespException
    {
        final byte[] in = Decoding.wire(
            "+OK\r\n$-1\r\n_\r\n:1\r\n*4\r\n:1\r\n:7\r\n:30000\r\n:1700000000000000\r\n" +
            "*2\r\n$10\r\n1700000000\r\n$6\r\n000123\r\n" +
            ">1\r\n+x\r\n|1\r\n+a\r\n:1\r\n:1\r\n*1\r\n*1\r\n$1\r\nx\r\n");
        final RespDecoder decoder = new RespDecoder(TransportLimits.DEFAULT);
        final ReplySink sink = new ReplySink();

        read(decoder, sink, in, WARM_UP);
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        read(decoder, sink, in, ROUNDS);

        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(ROUNDS / 100);
    }

    @Test
    void shouldEncodeOperationsWithoutAllocating()
    {
        final CommandTemplate template = CommandTemplate.of(0, "acquire")
            .literal("SET").key().keyWith(":f").bytes(0).literal("NX", "PX").number(0).build();
        final CommandFrame frame = CommandFrame.of(template);
        final Operation operation = new Operation()
            .wrap(template, new KeyBulk(Decoding.wire("a:key")), 1).bytes(0, new byte[20]);
        final byte[] to = new byte[(int)frame.sizeBound(operation)];

        encode(frame, operation, to, WARM_UP);
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        encode(frame, operation, to, ROUNDS);

        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(ROUNDS / 100);
    }

    private static void read(final RespDecoder decoder, final ReplySink sink, final byte[] in,
        final int rounds) throws RespException
    {
        for (int i = 0; i < rounds; i++)
        {
            int at = 0;
            while (at < in.length)
            {
                decoder.begin(sink.begin(REPLY));
                at = decoder.decode(in, at, in.length);
            }
        }
    }

    private static void encode(final CommandFrame frame, final Operation operation, final byte[] to,
        final int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            operation.number(0, 30_000 + i);
            assertThatItFits(frame.sizeBound(operation), to);
            frame.encode(operation, to, 0);
        }
    }

    private static void assertThatItFits(final long size, final byte[] to)
    {
        if (size > to.length)
        {
            throw new AssertionError(size + " > " + to.length);
        }
    }
}
