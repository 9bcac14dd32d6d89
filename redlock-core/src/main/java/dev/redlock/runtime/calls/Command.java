// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import dev.redlock.engine.Engine;

/**
 * Work from an application thread for the engine thread. Reusable; one that is in transit must not be
 * submitted again.
 */
public abstract class Command
{
    private static final VarHandle IS_ON_ITS_WAY =
        Fields.of(MethodHandles.lookup(), "isOnItsWay", boolean.class);

    /*
     * The one below it in the inbox.
     */
    Command next;

    private volatile boolean isOnItsWay;

    /**
     * Any thread: reserves the command for one journey, where no call does so.
     *
     * @return false if it is on its way already.
     */
    public boolean trySetOut()
    {
        return IS_ON_ITS_WAY.compareAndSet(this, false, true);
    }

    /**
     * The thread that has taken the command out: it may set out again. Read what it carried before.
     */
    public void arrive()
    {
        isOnItsWay = false;
    }

    /**
     * Engine thread: does the work.
     *
     * @param engine that has taken the command.
     * @param nowNs  instant of the cycle.
     */
    public abstract void run(Engine engine, long nowNs);

    /**
     * Any thread, in place of {@link #run(Engine, long)}: the engine has ended.
     */
    public abstract void refuse();
}
