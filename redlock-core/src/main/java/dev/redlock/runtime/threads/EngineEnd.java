// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import java.util.concurrent.atomic.AtomicBoolean;

import dev.redlock.engine.Engine;
import dev.redlock.outcome.LostReason;
import dev.redlock.runtime.calls.Call;
import dev.redlock.runtime.calls.Inbox;
import dev.redlock.runtime.calls.LateAnswers;
import dev.redlock.runtime.events.GuardedEvents;
import dev.redlock.spi.Transport;

/**
 * What has to be done when an engine ends, step by step. Engine thread, or its heir's.
 */
final class EngineEnd
{
    /*
     * The end may come when there is no memory, or no room on the stack. So all that it needs is made at the
     * start, its steps are numbers and not objects, and each is made whatever became of the one before. One
     * that had no memory is made again when the thread comes here next, as some may have come back: so a step
     * does nothing if it has been made.
     *
     * After a fault callers are answered first. The close of a transport may take seconds, and nothing that
     * it tells is heard. An engine that is closed hears the rest of its answers from the transport before
     * its handles are given up.
     */
    private static final int TELL = 0;
    private static final int ANSWER_THE_INBOX = 1;
    private static final int ANSWER_THE_HANDLES = 2;
    private static final int GIVE_WHAT_IS_LATE = 3;
    private static final int COUNT = 4;
    private static final int CLOSE_THE_TRANSPORT = 5;
    private static final int REFUSE_THE_INBOX = 6;
    private static final int REFUSE_THE_HANDLES = 7;
    private static final int CLOSE_THE_EVENTS = 8;
    private static final int ANSWER_THE_CLOSE = 9;
    private static final int STEPS = 10;
    private static final int ALL = (1 << STEPS) - 1;
    private static final int OF_A_CLOSE = ALL & -1 << GIVE_WHAT_IS_LATE;

    private final IllegalStateException news;
    private final LostReason ofFault = LostReason.ENGINE_FAILED;
    private final LostReason ofClose = LostReason.CLOSED;
    private final AtomicBoolean isClosed;
    private final Engine engine;
    private final Transport transport;
    private final Inbox inbox;
    private final BusyHandles handles;
    private final LateAnswers lateAnswers;
    private final GuardedEvents events;
    private LostReason reason;
    private Call closing;
    private int left;
    private int undone;
    private int reported;
    private Throwable told;
    private boolean isTold;
    private boolean isLastTurn;
    private volatile boolean isOver;

    EngineEnd(final String client, final AtomicBoolean isClosed, final Engine engine,
        final Transport transport, final Inbox inbox, final BusyHandles handles,
        final LateAnswers lateAnswers, final GuardedEvents events)
    {
        news = new IllegalStateException("the engine of client '" + client +
            "' has stopped after an unexpected error: its leases are lost and its calls end with CLOSED; " +
            "build another client, and report this");
        // The trace of the cause tells where; this one would tell where the client was built.
        news.setStackTrace(new StackTraceElement[0]);
        this.isClosed = isClosed;
        this.engine = engine;
        this.transport = transport;
        this.inbox = inbox;
        this.handles = handles;
        this.lateAnswers = lateAnswers;
        this.events = events;
    }

    /**
     * Whether nothing is left to be done. An answer may be owed later than all else was done: by a thread
     * that is refused. Any thread.
     */
    boolean isOver()
    {
        return isOver && !lateAnswers.areOwed();
    }

    /**
     * Nobody may come here again: from now on nothing is left for a next turn.
     */
    void leaveNothing()
    {
        isLastTurn = true;
    }

    /**
     * Makes the steps that have not been made.
     *
     * @param fault that ends the engine; null if it is closed.
     * @param close that is to be answered; null if there is none.
     * @param isAll false to answer callers only, where the rest would keep one of them waiting.
     */
    void proceed(final Throwable fault, final Call close, final boolean isAll)
    {
        if (reason == null)
        {
            isClosed.set(true);
            closing = close;
            left = engine.tokensOut();
            undone = fault == null ? OF_A_CLOSE : ALL;
            reason = fault == null ? ofClose : ofFault;
        }
        final int end = isAll || reason != ofFault ? STEPS : CLOSE_THE_TRANSPORT;
        for (int step = 0; step < end; step++)
        {
            if (step == CLOSE_THE_TRANSPORT && reason == ofFault && !isLastTurn && lateAnswers.areOwed())
            {
                // For lack of memory: they come first in the next turn, too, and this may take seconds.
                return;
            }
            // Further answers may come late in any step.
            if ((undone & 1 << step) != 0 || step == GIVE_WHAT_IS_LATE)
            {
                tryStep(step, fault);
            }
        }
        isOver = undone == 0;
    }

    private void tryStep(final int step, final Throwable fault)
    {
        try
        {
            step(step, fault);
            undone &= ~(1 << step);
        }
        catch (final Throwable ex)
        {
            // Memory and stack may come back. What throws by itself would throw again.
            undone &= ex instanceof VirtualMachineError ? ~0 : ~(1 << step);
            if ((reported & 1 << step) == 0)
            {
                reported |= 1 << step;
                events.onError(ex);
            }
        }
    }

    private void step(final int step, final Throwable fault)
    {
        switch (step)
        {
            case TELL -> tell(fault);
            case ANSWER_THE_INBOX, REFUSE_THE_INBOX -> inbox.end();
            case ANSWER_THE_HANDLES, REFUSE_THE_HANDLES -> handles.abandonAll(reason);
            case COUNT -> engine.abandon();
            case CLOSE_THE_TRANSPORT -> transport.close();
            case CLOSE_THE_EVENTS -> events.close();
            case ANSWER_THE_CLOSE -> answerTheClose();
            case GIVE_WHAT_IS_LATE -> lateAnswers.giveAll();
            default -> throw new IllegalArgumentException();
        }
    }

    private void tell(final Throwable fault)
    {
        if (told == null)
        {
            news.initCause(fault);
            told = news;
        }
        if (!isTold)
        {
            isTold = true;
            events.onError(told);
        }
    }

    /**
     * What ends the engine is told as it is, being no error of ours.
     */
    void tellInItsOwnWords(final Throwable fault)
    {
        told = fault;
    }

    private void answerTheClose()
    {
        final Call toAnswer = closing;
        closing = null;
        if (toAnswer != null)
        {
            toAnswer.complete(left);
        }
    }
}
