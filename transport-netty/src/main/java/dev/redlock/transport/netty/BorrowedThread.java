// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.InternalThreadLocalMap;

/**
 * A thread of the application that runs Netty's code for us. Netty leaves values there, and with them the
 * class loader of an application that is thrown away while its threads live on.
 * <p>
 * <b>Thread:</b> the borrowed one.
 */
final class BorrowedThread
{
    /*
     * All that we have on one thread share what is known of it.
     */
    private static final ThreadLocal<BorrowedThread> BORROWED = ThreadLocal.withInitial(BorrowedThread::new);

    /*
     * Netty does not say whose a value is, only how many there are. If it had been there before, or if there
     * are more when our code begins than when it last ended, the application uses Netty here, too. What it
     * sets in a callback alone is taken for ours.
     */
    private boolean isShared = InternalThreadLocalMap.getIfSet() != null;
    private int left;
    private int depth;
    private int users;

    private BorrowedThread()
    {
    }

    /**
     * The current thread, to be given back.
     */
    static BorrowedThread borrow()
    {
        final BorrowedThread thread = BORROWED.get();
        thread.users++;

        return thread;
    }

    /**
     * Our code begins, perhaps called by our code.
     */
    void enter()
    {
        if (depth++ == 0 && !isShared)
        {
            isShared = FastThreadLocal.size() > left;
        }
    }

    /**
     * Our code ends.
     */
    void leave()
    {
        if (--depth == 0 && !isShared)
        {
            left = FastThreadLocal.size();
        }
    }

    /**
     * Leaves the thread as it was found, if nothing else of ours needs it and the application does not use
     * Netty there.
     */
    void giveBack()
    {
        users--;
        if (users == 0)
        {
            BORROWED.remove();
            if (!isShared)
            {
                FastThreadLocal.removeAll();
            }
        }
    }
}
