// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WakeupTest extends OverBothSockets
{
    private static final long FOREVER_NS = TimeUnit.DAYS.toNanos(1);

    private FakeNode node;
    private NettyRig rig;

    @BeforeEach
    void open()
    {
        node = node(command -> FakeReply.ok());
        rig = rig().node(node.port()).open();
    }

    @Test
    void shouldEndAPollThatWaits() throws InterruptedException
    {
        final AtomicInteger rounds = new AtomicInteger();
        final int count = 5_000;
        rig.up();
        final Thread waker = new Thread(() ->
        {
            int seen = 0;
            while (seen < count)
            {
                rig.transport.wakeup();
                while (rounds.get() == seen)
                {
                    Thread.onSpinWait();
                }
                seen = rounds.get();
            }
        });
        waker.start();
        for (int i = 1; i <= count; i++)
        {
            rig.transport.poll(FOREVER_NS);
            rounds.set(i);
        }
        waker.join();
        rig.close();
    }

    /*
     * As a command ring would be used: look, and wait only if there was nothing. No wait may miss what was
     * put there before a wake-up, and each look takes all there is.
     */
    @Test
    void shouldNeverLoseAWakeup() throws InterruptedException
    {
        final AtomicLong offered = new AtomicLong();
        final long count = 200_000;
        rig.up();
        final Thread producer = new Thread(() ->
        {
            for (long i = 1; i <= count; i++)
            {
                offered.set(i);
                rig.transport.wakeup();
                for (int pause = (int)(i % 37); pause > 0; pause--)
                {
                    Thread.onSpinWait();
                }
            }
        });
        producer.start();
        long taken = 0;
        while (taken < count)
        {
            final long now = offered.get();
            if (now == taken)
            {
                rig.transport.poll(FOREVER_NS);
            }
            else
            {
                rig.poll();
            }
            taken = now;
        }
        producer.join();

        assertThat(taken).isEqualTo(count);
        rig.close();
    }

    @Test
    void shouldWaitAboutAsLongAsItWasTold()
    {
        rig.up();
        while (rig.transport.poll(0) > 0)
        {
            // Until it is quiet.
        }
        final long startNs = System.nanoTime();
        assertThat(rig.transport.poll(TimeUnit.MILLISECONDS.toNanos(50))).isZero();

        assertThat(System.nanoTime() - startNs).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(45));
        rig.close();
    }

    @Test
    void shouldNotTakeAnInterruptThatComesDuringAWait() throws InterruptedException
    {
        rig.up();
        final Thread engine = Thread.currentThread();
        final Thread interrupter = new Thread(() ->
        {
            while (engine.getState() != Thread.State.RUNNABLE)
            {
                Thread.onSpinWait();
            }
            engine.interrupt();
            rig.transport.wakeup();
        });
        interrupter.start();
        rig.transport.poll(FOREVER_NS);
        boolean isInterrupted = Thread.interrupted();
        while (!isInterrupted)
        {
            rig.transport.poll(TimeUnit.MILLISECONDS.toNanos(1));
            isInterrupted = Thread.interrupted();
        }
        interrupter.join();
        rig.close();
    }
}
