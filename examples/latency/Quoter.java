// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

import dev.redlock.LockHandle;
import dev.redlock.Redlock;

/**
 * Quotes a price under a lock. In invoker mode the calling thread does the client's network I/O, so there is
 * no switch to another thread. Reusing one handle avoids allocation.
 */
public final class Quoter
{
    private final LockHandle handle;

    public Quoter(final Redlock redlock)
    {
        handle = redlock.handle("quote:EURUSD");
    }

    /** Quotes if it gets the lock at once; false if another holds it, or too few servers grant it. */
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
        // Only for a trial: in production leave out assumeNodesFresh().
        try (Redlock redlock = Redlock.builder().nodes(nodes).assumeNodesFresh().invoker().build())
        {
            final Quoter quoter = new Quoter(redlock);
            int quoted = 0;
            for (int i = 0; i < 1_000; i++)
            {
                quoted += quoter.quote(() -> {}) ? 1 : 0;
                redlock.poll();    // between quotes, so that the client can do its housekeeping
            }
            System.out.println("quoted: " + quoted);
        }
    }
}
