// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import dev.redlock.engine.Engine;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.calls.Call;
import dev.redlock.runtime.calls.Command;
import dev.redlock.runtime.calls.Fields;
import dev.redlock.runtime.threads.Driver;

/**
 * What a handle can ask of its engine. {@link EngineSide} owns the commands, and they only bring it what they
 * carry.
 */
final class HandleCommands
{
    private HandleCommands()
    {
    }

    /**
     * Acquires. At most one is in transit or running; the call's state ensures it.
     */
    static final class Acquire extends Call
    {
        /*
         * Acquisitions are numbered, and cancelled up to a number: a cancellation may arrive when the one it
         * was meant for has ended and the next is under way, or before the one that it is meant for.
         */
        private static final VarHandle CANCELLED_UP_TO =
            Fields.of(MethodHandles.lookup(), "cancelledUpTo", long.class);
        private static final VarHandle CANCEL_COMMAND =
            Fields.of(MethodHandles.lookup(), "cancelCommand", Cancel.class);

        private final EngineSide<?> side;
        private volatile long number;
        private volatile long cancelledUpTo;
        private volatile Cancel cancelCommand;
        private long runningNumber;
        private long startNs;
        private long waitNs;

        Acquire(final EngineSide<?> side)
        {
            this.side = side;
        }

        /**
         * Prepares the next acquisition; the thread that has opened the call.
         *
         * @param newWaitNs  0 for a single attempt; otherwise the patience in nanoseconds.
         * @param newStartNs start of the caller's patience.
         */
        void prepare(final long newWaitNs, final long newStartNs)
        {
            assert isPending() : "prepare() without a call: tryBegin() first";

            waitNs = newWaitNs;
            startNs = newStartNs;
            number++;
        }

        /**
         * The present acquisition, or the latest.
         */
        long number()
        {
            return number;
        }

        /**
         * Any thread: an acquisition is not wanted any more, nor those before it.
         */
        void cancel(final long upTo, final Driver driver)
        {
            long before = cancelledUpTo;
            while (before < upTo && !CANCELLED_UP_TO.compareAndSet(this, before, upTo))
            {
                before = cancelledUpTo;
            }

            if (cancelCommand == null)
            {
                CANCEL_COMMAND.compareAndSet(this, null, new Cancel(this));
            }
            if (cancelCommand.trySetOut())
            {
                driver.submitFromAnyThread(cancelCommand);
            }
        }

        private boolean isCancelled()
        {
            return runningNumber <= cancelledUpTo;
        }

        @Override
        public void run(final Engine engine, final long nowNs)
        {
            runningNumber = number;
            if (isCancelled() || side.isClosed())
            {
                side.tellDenied(Outcome.CANCELLED);
            }
            else
            {
                side.acquire(engine, waitNs > 0 ? patienceLeftNs(nowNs) : 0, nowNs);
            }
        }

        /*
         * The engine may take the command late. A patient call must not become a single attempt.
         */
        private long patienceLeftNs(final long nowNs)
        {
            return Math.max(1, waitNs - Math.max(0, nowNs - startNs));
        }

        @Override
        public void refuse()
        {
            side.tellDenied(Outcome.CLOSED);
        }
    }

    /**
     * Says that an acquisition is not wanted any more. One that is on its way will see later wishes, too.
     */
    private static final class Cancel extends Command
    {
        private final Acquire acquireCommand;

        Cancel(final Acquire acquireCommand)
        {
            this.acquireCommand = acquireCommand;
        }

        @Override
        public void run(final Engine engine, final long nowNs)
        {
            arrive();
            if (acquireCommand.isCancelled())
            {
                engine.cancel(acquireCommand.side.claim, nowNs);
            }
        }

        @Override
        public void refuse()
        {
            arrive();
        }
    }

    /**
     * Extends. At most one is in transit or running; the call's state ensures it.
     */
    static final class Extend extends Call
    {
        private final EngineSide<?> side;
        long term;
        private long ttlMs;

        Extend(final EngineSide<?> side)
        {
            this.side = side;
        }

        void prepare(final long newTerm, final long newTtlMs)
        {
            assert isPending() : "prepare() without a call: tryBegin() first";

            term = newTerm;
            ttlMs = newTtlMs;
        }

        @Override
        public void run(final Engine engine, final long nowNs)
        {
            side.extend(engine, term, ttlMs, nowNs);
        }

        @Override
        public void refuse()
        {
            side.tellExtended(term, Outcome.CLOSED);
        }
    }

    /**
     * Releases a term that has been ended. It has two lives: as a message it is on its way to the engine or
     * not; as a call it is the one that a waiting caller of the handle is answered through. If the message is
     * still in transit for an earlier term, a spare one carries the next, but the call stays the first's.
     */
    static final class Release extends Call
    {
        private final EngineSide<?> side;
        private long term;
        private int keepMs;
        private boolean isAwaited;

        /*
         * The engine thread's: what the call waits for, from when the engine has taken that; 0 for nothing.
         */
        long awaitedTerm;

        Release(final EngineSide<?> side)
        {
            this.side = side;
        }

        /**
         * Any thread: takes the command for one release.
         *
         * @return false if it is in transit for another.
         */
        boolean tryPrepare(final long newTerm, final long newKeepMs, final boolean newIsAwaited)
        {
            final boolean isFree = trySetOut();
            if (isFree)
            {
                term = newTerm;
                keepMs = (int)newKeepMs;
                isAwaited = newIsAwaited;
            }

            return isFree;
        }

        @Override
        public void run(final Engine engine, final long nowNs)
        {
            final long termToRelease = term;
            final long keepMsOfTerm = keepMs;
            final boolean isToBeAnswered = isAwaited;

            arrive();
            side.release(engine, termToRelease, keepMsOfTerm, isToBeAnswered, nowNs);
        }

        @Override
        public void refuse()
        {
            final long termToRelease = term;
            final boolean isToBeAnswered = isAwaited;

            arrive();
            side.tellReleased(termToRelease, isToBeAnswered, Outcome.UNKNOWN);
        }
    }
}
