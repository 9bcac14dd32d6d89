// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.spi.address.NodeAddress;

/**
 * What the connection for operators' questions bears of what nobody asked for: as much as that for locks.
 */
class OperatorLaneTest
{
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long SHARE = 64 * 1024;

    private final OneConnection transport = new OneConnection();
    private final OperatorLane lane = new OperatorLane(transport,
        new Connection(0, 0, Connection.Role.INQUIRING, NodeAddress.of("n", 1)), SECOND_NS, 0);
    private final Question first = question("first");
    private final Question second = question("second");

    private static Question question(final String text)
    {
        return new Question(
            new AtomicInteger(2), 0, "n:1", new byte[][]{text.getBytes(UTF_8)}, 60 * SECOND_NS);
    }

    private void ask()
    {
        lane.add(first);
        lane.add(second);
        lane.work(0, SECOND_NS);
        lane.onUp(0);
        lane.work(0, SECOND_NS);
    }

    @Test
    void shouldBearALittleInEachSecond()
    {
        ask();
        for (int i = 0; i < 10; i++)
        {
            lane.onUnasked(SHARE, i * SECOND_NS);
        }

        assertThat(transport.isUp).isTrue();
        assertThat(transport.asked).isSameAs(first);
    }

    @Test
    void shouldEndAFloodAndFailWhatWaitsForTheNextConnection()
    {
        ask();
        lane.onUnasked(SHARE, 0);
        lane.onUnasked(1, SECOND_NS - 1);

        assertThat(transport.isUp).isFalse();
        lane.onDown(DownReason.LOCAL, "");
        for (final Question question : new Question[]{first, second})
        {
            assertThatThrownBy(() -> question.future().join())
                .hasMessageContaining("sends what nobody asked for");
        }
    }

    @Test
    void shouldEndAFloodOfSingleBytes()
    {
        ask();
        for (int i = 0; i < 1000; i++)
        {
            lane.onUnasked(1, 0);
        }

        assertThat(transport.isUp).isTrue();
        lane.onUnasked(1, SECOND_NS - 1);
        assertThat(transport.isUp).isFalse();
    }

    /**
     * To a node that takes every question and answers none.
     */
    private static final class OneConnection implements Transport
    {
        private boolean isUp;
        private Inquiry asked;

        @Override
        public PreparedKey prepare(final byte[] key)
        {
            throw new IllegalStateException("operators have no locks");
        }

        @Override
        public void connect(final Connection connection)
        {
            isUp = true;
        }

        @Override
        public void disconnect(final Connection connection)
        {
            isUp = false;
        }

        @Override
        public int offer(final Connection connection, final Operation operation)
        {
            throw new IllegalStateException("operators do not vote");
        }

        @Override
        public int inquire(final Connection connection, final Inquiry inquiry)
        {
            asked = inquiry;

            return isUp ? ACCEPTED : NOT_CONNECTED;
        }

        @Override
        public void flush()
        {
        }

        @Override
        public int poll(final long maxWaitNs)
        {
            return 0;
        }

        @Override
        public void wakeup()
        {
        }

        @Override
        public void close()
        {
        }
    }
}
