// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.Transport;
import dev.redlock.test.server.RedisServerProcess;

class PipeliningTest extends OverBothSockets
{
    @AutoClose
    private static final RedisServerProcess SERVER = RedisServerProcess.builder().start();

    @BeforeEach
    void forgetKeys()
    {
        SERVER.client().call("FLUSHALL");
    }

    @Test
    void shouldAnswerTenThousandOperationsInOrder()
    {
        final int count = 10_000;
        final List<String> expected = new ArrayList<>();
        final NettyRig rig = rig().node(SERVER.port()).open().up();
        rig.clear();
        int backPressured = 0;
        for (int i = 1; i <= count; i++)
        {
            while (rig.offer(NettyRig.INCR, 1_000_000 + i) == Transport.BACK_PRESSURED)
            {
                backPressured++;
                rig.transport.poll(1_000_000);
            }
            expected.add("reply 0 " + (1_000_000 + i) + " NUMBERS " + i);
        }
        rig.pollUntilReplies(count);

        assertThat(rig.recorder.events).isEqualTo(expected);
        assertThat(backPressured).isPositive();
    }

    @Test
    void shouldCountEventsAndFindNothingToDoInSilence()
    {
        final NettyRig rig = rig().node(SERVER.port()).open().up();
        assertThat(rig.transport.poll(0)).isZero();
        rig.offers(NettyRig.PING, 1).offers(NettyRig.PING, 2).inquires(0, "PING");
        int events = 0;
        while (events < 3)
        {
            events += rig.transport.poll(1_000_000_000L);
        }

        assertThat(events).isEqualTo(3);
        assertThat(rig.transport.poll(0)).isZero();
    }
}
