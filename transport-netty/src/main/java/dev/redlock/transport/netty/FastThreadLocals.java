// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.internal.InternalThreadLocalMap;

import dev.redlock.transport.resp.link.BorrowedThread;

/**
 * What Netty keeps on the current thread.
 */
final class FastThreadLocals
{
    private FastThreadLocals()
    {
    }

    /*
     * Netty itself cleans a thread of its own, such as the engine's, when that ends.
     */
    static BorrowedThread borrowThread()
    {
        return BorrowedThread.borrow(
            () -> FastThreadLocalThread.currentThreadWillCleanupFastThreadLocals() ||
                InternalThreadLocalMap.getIfSet() != null,
            FastThreadLocal::size, FastThreadLocal::removeAll);
    }
}
