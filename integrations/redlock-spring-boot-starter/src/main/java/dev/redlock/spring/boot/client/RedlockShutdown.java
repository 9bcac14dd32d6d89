// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

import dev.redlock.Redlock;
import dev.redlock.RedlockEvents;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spring.boot.RedlockBuilderCustomizer;
import dev.redlock.spring.boot.RedlockProperties;

/*
 * Work under locks ends in no order that Spring knows: executors wait for their tasks when they are
 * destroyed, long after the last phase of the lifecycle, and a bean that works on a thread of its own need
 * not know the client at all. So a client goes last: when the context closes, all other beans are made its
 * dependents, but for those that it needs itself. What still runs then was not waited for by its own
 * executor, or was given up by the web server; it gets a bounded time, and keeps its locks even after that.
 *
 * A refresh that fails destroys beans without that event. Then clients go in the usual order, and wait as
 * well.
 *
 * A context that is only stopped, or paused, as the tests of Framework 7 do with one that waits in the cache,
 * goes on later with the same beans, so nothing happens then.
 */

/**
 * Closes clients when nobody needs their locks any more.
 */
final class RedlockShutdown
    implements DestructionAwareBeanPostProcessor, ApplicationListener<ContextClosedEvent>
{
    /*
     * Boot has cut java.util.logging off by then, to which the client's own lines go.
     */
    private static final Log LOG = LogFactory.getLog("dev.redlock");

    private static final List<Class<?>> NEEDED = List.of(RedlockProperties.class, Credentials.class,
        TransportProvider.class, SslBundles.class, RedlockEvents.class, RedlockBuilderCustomizer.class);

    private final ApplicationContext context;
    private final ConfigurableListableBeanFactory beans;
    private final RedlockProperties.OfShutdown settings;

    RedlockShutdown(final ApplicationContext context, final ConfigurableListableBeanFactory beans,
        final RedlockProperties.OfShutdown settings)
    {
        this.context = context;
        this.beans = beans;
        this.settings = settings;
    }

    @Override
    public void onApplicationEvent(final ContextClosedEvent event)
    {
        // Those of child contexts come here, too.
        if (event.getApplicationContext() == context)
        {
            final List<String> clients = List.of(beans.getBeanNamesForType(Redlock.class, false, false));
            outlive(clients);
            if (settings.denyNew())
            {
                clients.forEach(this::denyNew);
            }
        }
    }

    private void outlive(final List<String> clients)
    {
        final Set<String> needed = neededBy(clients);
        final String[] singletons = beans.getSingletonNames();
        // In the order in which Spring destroys them.
        for (int i = singletons.length - 1; i >= 0; i--)
        {
            for (final String client : needed.contains(singletons[i]) ? List.<String>of() : clients)
            {
                beans.registerDependentBean(client, singletons[i]);
            }
        }
    }

    private Set<String> neededBy(final List<String> clients)
    {
        final Set<String> needed = new HashSet<>();
        final Deque<String> open = new ArrayDeque<>(clients);
        // Asked for by a provider, which leaves no trace among the dependencies.
        NEEDED.forEach((type) -> open.addAll(List.of(beans.getBeanNamesForType(type, false, false))));
        while (!open.isEmpty())
        {
            final String name = open.remove();
            if (needed.add(name))
            {
                open.addAll(List.of(beans.getDependenciesForBean(name)));
            }
        }

        return needed;
    }

    private void denyNew(final String client)
    {
        if (beans.getSingleton(client) instanceof Redlock redlock)
        {
            redlock.denyNew();
        }
    }

    @Override
    public boolean requiresDestruction(final Object bean)
    {
        return bean instanceof Redlock;
    }

    /*
     * The bean's own close(), which comes next, finds it closed.
     */
    @Override
    public void postProcessBeforeDestruction(final Object bean, final String name)
    {
        if (bean instanceof Redlock redlock)
        {
            final List<String> kept = redlock.closeAfterWork(settings.timeout());
            if (!kept.isEmpty())
            {
                LOG.warn("the application context is closed, but work goes on under " + kept.size() +
                    " locks, and they were not released after " + settings.timeout().toMillis() + "ms: " +
                    kept + ". Others get them when their time to live is over. End that work before the " +
                    "context ends, or raise redlock.shutdown.timeout; who holds a lock without work " +
                    "releases it when destroyed");
            }
        }
    }
}
