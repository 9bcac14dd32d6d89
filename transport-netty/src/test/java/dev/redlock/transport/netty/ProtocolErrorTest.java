// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

class ProtocolErrorTest extends OverBothSockets
{
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean)ManagementFactory.getThreadMXBean();
    private static final long MEMORY_LIMIT = 1 << 20;

    @Test
    void shouldHangUpOnWhatIsNotRespAndSpareOtherNodes()
    {
        final FakeNode bad = node(command -> FakeReply.raw("+OK\r\nnonsense with a token\r\n"));
        final FakeNode good = node(command -> FakeReply.ok());
        final NettyRig rig = rig().node(bad.port()).node(good.port()).open().up(0).up(1);
        rig.clear().offers(0, NettyRig.PING, 1).offers(0, NettyRig.PING, 2).offers(0, NettyRig.PING, 3);
        rig.awaitDown();

        assertThat(rig.recorder.events).hasSize(4).startsWith(
            "reply 0 1 OK", "reply 0 2 LOST", "reply 0 3 LOST");
        assertThat(rig.recorder.last())
            .startsWith("down 0 PROTOCOL the node sent something that is not RESP, or exceeds a limit: ")
            .contains("no value of RESP begins with byte 0x6e").doesNotContain("token");
        rig.offers(1, NettyRig.PING, 4).pollUntil("reply 1 4 OK");

        rig.clear().up(0);
    }

    @Test
    void shouldSpendLittleMemoryOnAHostileNode()
    {
        for (final String hostile : new String[]{
            "$536870912\r\n", "*1024\r\n" + "$200000\r\n" + "x".repeat(200_000) + "\r\n",
                "*1\r\n".repeat(1000),
            "+" + "x".repeat(1_000_000), "-" + "x".repeat(1_000_000), "%2147483647\r\n"})
        {
            try (FakeNode node = node(
                command -> FakeReply.raw(hostile.repeat(3).getBytes(StandardCharsets.ISO_8859_1)));
                NettyRig rig = rig().node(node.port()).open().up())
            {
                rig.clear();
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                rig.inquires(0, "GET", "k").awaitDown();

                assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MEMORY_LIMIT);
                assertThat(rig.recorder.events.get(0)).isEqualTo("answer 0 LOST");
                assertThat(rig.recorder.last()).startsWith("down 0 PROTOCOL ");
            }
        }
    }
}
