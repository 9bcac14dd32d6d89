// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

import dev.redlock.Redlock;

/*
 * Beans are destroyed in an order that dependencies give, and a lock protects what does not depend on it. So
 * clients are closed in a phase of their own.
 *
 * A context that is only stopped, or paused as the tests of Framework 7 do with one that waits in the cache,
 * goes on later with the same beans. A closed client cannot, so it is closed with the context only.
 */

/**
 * Closes clients when nobody needs their locks any more: after the web server has answered its last request
 * and executors, schedulers and listeners have stopped.
 */
final class RedlockLifecycle implements SmartLifecycle, ApplicationListener<ContextClosedEvent>
{
    /**
     * Below all that Spring starts later, hence stops earlier; executors have 2^30 - 1, plain beans 0.
     */
    static final int PHASE = -1024;

    private final ApplicationContext context;
    private final ConfigurableListableBeanFactory beans;
    private volatile boolean isRunning;
    private volatile boolean isClosing;

    RedlockLifecycle(final ApplicationContext context, final ConfigurableListableBeanFactory beans)
    {
        this.context = context;
        this.beans = beans;
    }

    @Override
    public void onApplicationEvent(final ContextClosedEvent event)
    {
        // Those of child contexts come here, too.
        isClosing |= event.getApplicationContext() == context;
    }

    @Override
    public void start()
    {
        isRunning = true;
    }

    @Override
    public void stop()
    {
        isRunning = false;
        if (isClosing)
        {
            for (final String name : beans.getBeanNamesForType(Redlock.class, false, false))
            {
                if (beans.getSingleton(name) instanceof Redlock redlock)
                {
                    redlock.close();
                }
            }
        }
    }

    @Override
    public boolean isRunning()
    {
        return isRunning;
    }

    @Override
    public boolean isPauseable()
    {
        return false;
    }

    @Override
    public int getPhase()
    {
        return PHASE;
    }
}
