// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

import dev.redlock.LockHandle;
import dev.redlock.Redlock;

/**
 * Quotes a price under a lock, on a thread that waits for nothing else. In invoker mode it drives the
 * client, so nothing is handed over to another one, and a handle that is kept allocates nothing.
 */
public final class Quoter
{
    private final LockHandle handle;

    public Quoter(final Redlock redlock)
    {
        handle = redlock.handle("quote:EURUSD");
    }

    /** Quotes if nobody else does. */
    public boolean quote(final Runnable quote) throws InterruptedException
    {
        final long term = handle.tryAcquire();
        if (term <= 0)
        {
            return false;
        }
        try
        {
            quote.run();
        }
        finally
        {
            handle.release(term);
        }

        return true;
    }

    public static void main(final String[] nodes) throws InterruptedException
    {
        try (Redlock redlock = Redlock.builder().nodes(nodes).assumeNodesFresh().invoker().build())
        {
            final Quoter quoter = new Quoter(redlock);
            int quoted = 0;
            for (int i = 0; i < 1_000; i++)
            {
                quoted += quoter.quote(() -> {}) ? 1 : 0;
                redlock.poll();    // a thread that does other work polls now and then
            }
            System.out.println("quoted: " + quoted);
        }
    }
}
