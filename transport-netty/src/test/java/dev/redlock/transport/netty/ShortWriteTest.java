// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportLimits;

class ShortWriteTest extends OverBothSockets
{
    private static final int UNSENT_LIMIT = 64 * 1024;
    private static final int SEND_BUFFER = 2048;

    private final ByteArrayOutputStream expected = new ByteArrayOutputStream();
    private SlowPeer peer;
    private NettyRig rig;
    private int accepted;

    @BeforeEach
    void open() throws IOException
    {
        peer = closing.later(new SlowPeer());
        rig = rig().node(peer.port()).sendBufferBytes(SEND_BUFFER)
            .limits(new TransportLimits(4096, UNSENT_LIMIT, 64, 1024, 8, 2)).open().up();
        peer.accept();
        rig.clear();
    }

    @Test
    void shouldPressBackWhenTheSocketIsFullAndLoseNothing()
    {
        fill(1000);
        assertThat(accepted).as("what the limit allows, and what the sockets took")
            .isBetween(UNSENT_LIMIT / 1050, UNSENT_LIMIT / 1050 + 40);
        assertThat(offer(1000)).isEqualTo(Transport.BACK_PRESSURED);

        drain();
        assertThat(peer.received()).isEqualTo(expected.toByteArray());
        assertThat(offer(1000)).isEqualTo(Transport.ACCEPTED);
        drain();
        answerAll();
    }

    @Test
    void shouldKeepTheOrderForAllSizesAndPauses()
    {
        final Random random = new Random(0x5EED);
        while (accepted < 3000)
        {
            for (int burst = random.nextInt(20); burst > 0; burst--)
            {
                offer(random.nextInt(10) == 0 ? 20_000 : random.nextInt(300));
            }
            if (random.nextBoolean())
            {
                rig.flush();
            }
            rig.poll();
            peer.read(random.nextInt(30_000));
        }
        drain();

        assertThat(peer.received()).isEqualTo(expected.toByteArray());
        answerAll();
    }

    @Test
    void shouldSleepWhileTheSocketIsFull()
    {
        fill(1000);
        while (rig.transport.poll(0) > 0)
        {
            // Until it is quiet.
        }
        final long startNs = System.nanoTime();
        int polls = 0;
        while (System.nanoTime() - startNs < TimeUnit.MILLISECONDS.toNanos(200))
        {
            rig.transport.poll(TimeUnit.MILLISECONDS.toNanos(50));
            polls++;
        }

        assertThat(polls).isLessThan(20);
        drain();
        answerAll();
    }

    @Test
    void shouldReadRepliesWhileTheSocketIsFull()
    {
        fill(1000);
        peer.say("+OK\r\n+OK\r\n");
        rig.pollUntilReplies(2).toldLast("reply 0 1 OK");
    }

    @Test
    void shouldAnswerLostWhenTheNodeGoesWhileTheSocketIsFull() throws IOException
    {
        fill(1000);
        peer.close();
        rig.awaitDown();

        assertThat(rig.recorder.count("reply 0 ")).isEqualTo(accepted);
        assertThat(rig.recorder.last()).startsWith("down 0 CLOSED ");
    }

    @Test
    void shouldAnswerLostWhenDisconnectedWhileTheSocketIsFull()
    {
        fill(1000);
        rig.disconnect(0).poll();

        assertThat(rig.recorder.count("reply 0 ")).isEqualTo(accepted);
        rig.clear().up().offers(NettyRig.PING, 1);
    }

    @Test
    void shouldRefuseWhatCouldNeverBeSent()
    {
        assertThatThrownBy(() -> rig.set(1, "k", UNSENT_LIMIT)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("set takes 65").hasMessageContaining("limit of unsent bytes is 65536");
        assertThatThrownBy(() -> rig.inquire(0, "SET", "k", "v".repeat(UNSENT_LIMIT)))
            .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit of unsent bytes is 65536");
        assertThatThrownBy(() -> rig.transport.prepare(new byte[UNSENT_LIMIT / 2 + 1]))
            .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32769 bytes but at most 32768");
    }

    /*
     * Until nothing more is accepted although the transport had every chance to write.
     */
    private void fill(final int valueBytes)
    {
        int refusedInARow = 0;
        while (refusedInARow < 100)
        {
            refusedInARow = offer(valueBytes) == Transport.ACCEPTED ? 0 : refusedInARow + 1;
            rig.transport.poll(refusedInARow == 0 ? 0 : 100_000);
        }
    }

    private int offer(final int valueBytes)
    {
        final String key = "key" + accepted;
        final int result = rig.set(accepted, key, valueBytes);
        if (result == Transport.ACCEPTED)
        {
            accepted++;
            expected.writeBytes(("*5\r\n$3\r\nSET\r\n$" + key.length() + "\r\n" + key + "\r\n$" + valueBytes +
                "\r\n" + "\0".repeat(valueBytes) + "\r\n$2\r\nPX\r\n$5\r\n60000\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        }

        return result;
    }

    private void drain()
    {
        rig.pollUntil(() ->
        {
            peer.read(Integer.MAX_VALUE);

            return peer.received().length >= expected.size();
        }, expected.size() + " bytes");
    }

    private void answerAll()
    {
        peer.say("+OK\r\n".repeat(accepted));
        rig.pollUntilReplies(accepted);

        for (int i = 0; i < accepted; i++)
        {
            assertThat(rig.recorder.events.get(i)).isEqualTo("reply 0 " + i + " OK");
        }
    }
}
