// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The duty cycle of a proxy's one thread: wait until something can be done, then do it under the lock.
 */
final class ProxyLoop implements Runnable
{
    private static final long NS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PARK_NS = TimeUnit.MICROSECONDS.toNanos(20);

    private final ByteBuffer scratch = ByteBuffer.allocateDirect(Flow.MOST_AT_ONCE);
    private final Selector selector;
    private final Links links;
    private final Watch watch;
    private long nextNs = Pipe.NEVER;

    ProxyLoop(final Selector selector, final Links links, final Watch watch)
    {
        this.selector = selector;
        this.links = links;
        this.watch = watch;
    }

    @Override
    public void run()
    {
        try
        {
            while (!links.isClosed())
            {
                idle();
                watch.locked(this::doWork);
            }
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            watch.fail(ex);
        }
    }

    private void doWork()
    {
        if (links.isClosed())
        {
            return;
        }

        for (final SelectionKey key : selector.selectedKeys())
        {
            if (key.attachment() == null)
            {
                links.accept();
            }
            else
            {
                ((Link)key.attachment()).ready(key, scratch, links.forgetAfterNs());
            }
        }
        selector.selectedKeys().clear();
        nextNs = links.work(scratch, System.nanoTime());
    }

    /*
     * A selector counts in whole milliseconds. Short parks fill the last one before something is due, so that
     * a delay of one millisecond does not become two.
     */
    private void idle() throws IOException
    {
        if (nextNs == Pipe.NEVER)
        {
            selector.select();
            return;
        }

        final long leftNs = nextNs - System.nanoTime();
        if (leftNs >= NS_PER_MS)
        {
            selector.select(leftNs / NS_PER_MS);
        }
        else
        {
            if (leftNs > 0)
            {
                LockSupport.parkNanos(Math.min(leftNs, PARK_NS));
            }
            selector.selectNow();
        }
    }
}
