// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.concurrent.locks.LockSupport;

import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.Admission;
import dev.redlock.runtime.login.AskingTransport;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportHandler;

/**
 * Serves operators' questions, on its own thread and transport, until nobody asks. No vote can come this way:
 * nothing is offered here, so no reply can pass for one.
 */
final class OperatorAgent implements TransportHandler, Runnable
{
    private static final long LONGEST_SLEEP_NS = 1_000_000_000L;

    /*
     * One question is usually followed by another, and waking this thread costs more than the answer.
     */
    private static final int LOOKS_BEFORE_SLEEP = 40;
    private static final int MOST_TRIES_OF_THE_END = 3_000;
    private static final long PAUSE_OF_THE_END_NS = 10_000_000L;

    private final OperatorDesk desk;
    private final NanoClock clock;
    private final OperatorLane[] lanes;
    private volatile Transport transport;

    OperatorAgent(final OperatorDesk desk)
    {
        this.desk = desk;
        clock = desk.clock;
        lanes = new OperatorLane[desk.context.connections().size()];
    }

    /**
     * Any thread, after it has left a question or the wish to end.
     */
    void wakeup()
    {
        final Transport present = transport;
        if (present != null)
        {
            present.wakeup();
        }
    }

    @Override
    public void run()
    {
        try
        {
            open();
            serve();
        }
        catch (final Throwable ex)
        {
            endAfter(ex);

            return;
        }
        end(OperatorDesk.NO_ANSWER_CLOSED);
    }

    /*
     * Without memory nobody could be answered: it is tried until there is some, as nobody else does it. From
     * the first statement on the next question starts another agent.
     */
    private void endAfter(final Throwable cause)
    {
        desk.forget(this);
        boolean isTold = false;
        for (int i = 0; i < MOST_TRIES_OF_THE_END; i++)
        {
            try
            {
                final Throwable fault = desk.fail(this, cause);
                end(OperatorDesk.NO_ANSWER_FAULT);
                if (!isTold)
                {
                    isTold = true;
                    desk.onError.accept(fault);
                }

                return;
            }
            catch (final OutOfMemoryError ignored)
            {
                Thread.interrupted();
                LockSupport.parkNanos(PAUSE_OF_THE_END_NS);
            }
        }
    }

    private void open()
    {
        transport = AskingTransport.over(desk.context, desk.provider.open(desk.context, this),
            this, desk.connectTimeoutNs);
        for (final Connection connection : desk.context.connections())
        {
            lanes[connection.node()] =
                new OperatorLane(transport, connection, desk.connectTimeoutNs, clock.nanoTime());
        }
    }

    private void serve()
    {
        int looks = 0;
        while (desk.moveTo(this))
        {
            final long nowNs = clock.nanoTime();
            long nextNs = nowNs + LONGEST_SLEEP_NS;
            for (final OperatorLane lane : lanes)
            {
                nextNs = lane.work(nowNs, nextNs);
            }
            looks = transport.poll(looks < LOOKS_BEFORE_SLEEP ? 0 : Math.max(0, nextNs - nowNs)) > 0 ?
                0 : looks + 1;
            if (looks > 0)
            {
                // An interrupt means nothing here, and would keep the transport from waiting.
                Thread.interrupted();
                Thread.yield();
            }
        }
    }

    void add(final Question question)
    {
        lanes[question.nodeIndex()].add(question);
    }

    boolean isAtRest()
    {
        for (final OperatorLane lane : lanes)
        {
            if (!lane.isAtRest())
            {
                return false;
            }
        }

        return true;
    }

    private void end(final String why)
    {
        for (final OperatorLane lane : lanes)
        {
            if (lane != null)
            {
                lane.end(why);
            }
        }
        try
        {
            if (transport != null)
            {
                transport.close();
            }
        }
        catch (final Throwable ex)
        {
            desk.onError.accept(ex);
        }
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        throw new IllegalStateException("a reply, but nothing was offered");
    }

    @Override
    public void onUnasked(final Connection connection, final long bytes)
    {
        lanes[connection.node()].onUnasked(bytes, clock.nanoTime());
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        return Admission.session(connection.address(), desk.label, sessionOpened);
    }

    @Override
    public void onUp(final Connection connection)
    {
        lanes[connection.node()].onUp(clock.nanoTime());
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        lanes[connection.node()].onDown(reason, detail);
    }
}
