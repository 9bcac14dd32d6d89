// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import dev.redlock.engine.Engine;
import dev.redlock.outcome.Outcome;

/**
 * Releases a term that the application has ended. It has two lives: as a message it is on its way to the
 * engine or not; as a call it is the one that a waiting caller of the handle is answered through. When the
 * message is still on its way for an earlier term, a spare one carries the next, and the call is that of the
 * first all the same.
 */
final class ReleaseCommand extends Call
{
    private static final VarHandle IS_ON_ITS_WAY =
        Fields.of(MethodHandles.lookup(), "isOnItsWay", boolean.class);

    private final EngineSide side;
    private volatile boolean isOnItsWay;
    private long term;
    private boolean isAwaited;

    ReleaseCommand(final EngineSide side)
    {
        this.side = side;
    }

    /**
     * Any thread: takes the command for one release.
     *
     * @return false if it is on its way for another.
     */
    boolean prepare(final long newTerm, final boolean newIsAwaited)
    {
        final boolean isFree = IS_ON_ITS_WAY.compareAndSet(this, false, true);
        if (isFree)
        {
            term = newTerm;
            isAwaited = newIsAwaited;
        }

        return isFree;
    }

    @Override
    void run(final Engine engine, final long nowNs)
    {
        final long termToRelease = term;
        final boolean isToBeAnswered = isAwaited;

        isOnItsWay = false;
        side.release(engine, termToRelease, isToBeAnswered, nowNs);
    }

    @Override
    void refuse()
    {
        final long termToRelease = term;
        final boolean isToBeAnswered = isAwaited;

        isOnItsWay = false;
        side.tellReleased(termToRelease, isToBeAnswered, Outcome.UNKNOWN);
    }
}
