// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ManualIoEventLoop;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * An event loop without a thread of its own.
 */
final class EngineLoop extends ManualIoEventLoop
{
    /*
     * A wake-up is a task: the loop does not block while it has one, so that a wake-up which comes before the
     * wait is not lost. (Netty's own wakeup() is, unless the loop is blocking already.) There is at most one
     * in the queue.
     */
    private final AtomicBoolean isWakeupQueued = new AtomicBoolean();
    private final Runnable wakeupTask = () -> isWakeupQueued.set(false);
    private final KeptHandler handler;

    /*
     * Netty binds a loop to one thread for ever. When that thread has died, the loop cannot run, but the
     * channels take the closing thread for it, so they close at once.
     */
    private volatile Thread heir;

    EngineLoop(final Sockets sockets)
    {
        this(new KeptHandler(sockets.handlers()));
    }

    private EngineLoop(final KeptHandler handler)
    {
        super(null, handler);
        this.handler = handler;
    }

    /**
     * An interrupted thread does not wait. Without this, the selector of the JDK would return at once and
     * Netty would clear the interrupt, which belongs to the caller.
     */
    @Override
    protected boolean canBlock()
    {
        return !Thread.currentThread().isInterrupted();
    }

    @Override
    public boolean inEventLoop()
    {
        final Thread current = Thread.currentThread();

        return inEventLoop(current) || current == heir;
    }

    /**
     * The thread of this loop has died; this one will terminate it.
     */
    void inherit(final Thread thread)
    {
        heir = thread;
    }

    void requestWakeup()
    {
        if (isWakeupQueued.compareAndSet(false, true))
        {
            boolean isQueued = false;
            try
            {
                execute(wakeupTask);
                isQueued = true;
            }
            finally
            {
                if (!isQueued)
                {
                    isWakeupQueued.set(false);
                }
            }
        }
    }

    /**
     * Closes what is registered and frees the selector. Owner thread, or its heir.
     */
    void terminate()
    {
        shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
        if (heir == null)
        {
            while (!isTerminated())
            {
                runNow();
            }
        }
        else
        {
            handler.destroy();
        }
    }

    /**
     * The selector, kept so that it can be freed without the loop.
     */
    private static final class KeptHandler implements IoHandlerFactory
    {
        private final IoHandlerFactory factory;
        private IoHandler made;

        KeptHandler(final IoHandlerFactory factory)
        {
            this.factory = factory;
        }

        @Override
        public IoHandler newHandler(final ThreadAwareExecutor executor)
        {
            made = factory.newHandler(executor);

            return made;
        }

        void destroy()
        {
            made.prepareToDestroy();
            made.destroy();
        }
    }
}
