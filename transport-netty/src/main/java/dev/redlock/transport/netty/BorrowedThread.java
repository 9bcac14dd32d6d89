// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.InternalThreadLocalMap;

/**
 * A thread of the application that runs Netty's code for us. Netty leaves values there, and with them the
 * class loader of an application that is thrown away while its threads live on.
 */
final class BorrowedThread
{
    /*
     * If Netty had been there before, the values may be the application's own.
     */
    private final boolean wasClean = InternalThreadLocalMap.getIfSet() == null;

    /**
     * Leaves the thread as it was found; to be called on the thread on which this was made.
     */
    void giveBack()
    {
        if (wasClean)
        {
            FastThreadLocal.removeAll();
        }
    }
}
