// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

import dev.redlock.Redlock;

/**
 * The clients that methods take their locks from, when they are first needed: an advisor is made before
 * beans.
 */
final class LockedClient
{
    private final ObjectProvider<Redlock> clients;
    private final ObjectProvider<RedlockProperties> properties;
    private final ListableBeanFactory beans;
    private final Map<String, Redlock> named = new ConcurrentHashMap<>();
    private volatile @Nullable Redlock redlock;
    private volatile @Nullable Duration within;

    LockedClient(final ListableBeanFactory beans, final ObjectProvider<Redlock> clients,
        final ObjectProvider<RedlockProperties> properties)
    {
        this.beans = beans;
        this.clients = clients;
        this.properties = properties;
    }

    /**
     * The client of a method: the one that it names, or the only or primary one.
     *
     * @throws RedlockSetupException if there is none, or there are several and none is primary.
     */
    Redlock of(final LockedPlan plan)
    {
        return plan.client().isEmpty() ? redlock() : named(plan);
    }

    private Redlock named(final LockedPlan plan)
    {
        final Redlock known = named.get(plan.client());
        if (known != null)
        {
            return known;
        }
        if (!beans.containsBean(plan.client()) || !beans.isTypeMatch(plan.client(), Redlock.class))
        {
            throw new RedlockSetupException("client '" + plan.client() + "' of @Locked on " + plan.place() +
                " is no bean of type Redlock: there are " +
                List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Redlock.class)),
                "correct the name, or define that bean");
        }
        final Redlock found = beans.getBean(plan.client(), Redlock.class);
        named.put(plan.client(), found);

        return found;
    }

    /*
     * Once, as its settings: a context that is closed would make another, which nobody closes.
     */
    private Redlock redlock()
    {
        final Redlock known = redlock;
        if (known != null)
        {
            return known;
        }

        try
        {
            final Redlock found = clients.getIfAvailable();
            if (found == null)
            {
                throw new RedlockSetupException("@Locked is used, but there is no bean of type Redlock",
                    "do not exclude RedlockAutoConfiguration, or define one");
            }

            redlock = found;

            return found;
        }
        catch (final NoUniqueBeanDefinitionException ex)
        {
            throw new RedlockSetupException("@Locked is used, but there are several beans of type Redlock: " +
                ex.getBeanNamesFound(), "mark the one for @Locked as @Primary, or " +
                "name it (client = \"…\")", ex);
        }
    }

    Duration within()
    {
        final Duration known = within;
        if (known != null)
        {
            return known;
        }

        final Duration found = properties.getObject().locked().within();
        within = found;

        return found;
    }
}
