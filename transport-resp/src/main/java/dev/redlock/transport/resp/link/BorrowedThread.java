// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * A thread of the application that runs a library's code for us. The library, Netty, leaves values there, and
 * with them the class loader of an application that is thrown away while its threads live on.
 * <p>
 * <b>Thread:</b> the borrowed one.
 */
public final class BorrowedThread
{
    /*
     * All that we have on one thread share what is known of it, whichever transport has it: they use the same
     * library, and the values of one must not pass for the application's with the other.
     */
    private static final ThreadLocal<BorrowedThread> BORROWED = new ThreadLocal<>();

    private final IntSupplier count;
    private final Runnable removeAll;
    /*
     * The library does not say whose a value is, only how many there are. If it had been there before, or if
     * there are more when our code begins than when it last ended, the application uses it here, too. What
     * the application sets in a callback alone is taken for ours.
     */
    private boolean isShared;
    private int left;
    private int depth;
    private int users;

    private BorrowedThread(final boolean isShared, final IntSupplier count, final Runnable removeAll)
    {
        this.isShared = isShared;
        this.count = count;
        this.removeAll = removeAll;
    }

    /**
     * The current thread, to be given back. The arguments say what the library does on the current thread.
     *
     * @param isLeft    whether what it keeps there is left alone: it has been there, or cleans up itself.
     * @param count     how many values it keeps there.
     * @param removeAll removes them.
     * @return the thread, known already if something of ours has it.
     */
    public static BorrowedThread borrow(
        final BooleanSupplier isLeft, final IntSupplier count, final Runnable removeAll)
    {
        BorrowedThread thread = BORROWED.get();
        if (thread == null)
        {
            thread = new BorrowedThread(isLeft.getAsBoolean(), count, removeAll);
            BORROWED.set(thread);
        }
        thread.users++;

        return thread;
    }

    /**
     * Our code begins, perhaps called by our code.
     */
    public void enter()
    {
        if (depth++ == 0 && !isShared)
        {
            isShared = count.getAsInt() > left;
        }
    }

    /**
     * Our code ends.
     */
    public void leave()
    {
        if (--depth == 0 && !isShared)
        {
            left = count.getAsInt();
        }
    }

    /**
     * Leaves the thread as it was found, if nothing else of ours needs it and the application does not use
     * the library there.
     */
    public void giveBack()
    {
        users--;
        if (users == 0)
        {
            BORROWED.remove();
            if (!isShared)
            {
                removeAll.run();
            }
        }
    }
}
