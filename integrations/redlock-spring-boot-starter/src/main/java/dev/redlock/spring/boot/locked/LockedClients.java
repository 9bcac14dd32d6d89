// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

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
import dev.redlock.spring.boot.RedlockSetupException;
import dev.redlock.spring.boot.settings.EnabledSetting;

/**
 * The clients that methods take their locks from, when they are first needed: an advisor is made before
 * beans.
 */
final class LockedClients
{
    private final ObjectProvider<Redlock> clients;
    private final ListableBeanFactory beans;
    private final boolean isOff;
    private final Map<String, Redlock> named = new ConcurrentHashMap<>();
    private volatile @Nullable Redlock redlock;

    LockedClients(final ListableBeanFactory beans, final ObjectProvider<Redlock> clients,
        final boolean isOff)
    {
        this.isOff = isOff;
        this.beans = beans;
        this.clients = clients;
    }

    /**
     * Has the client of a method look at its options. Where there is none by intent the call throws.
     */
    void check(final LockedPlan plan)
    {
        if (!isOff || isThere(plan))
        {
            plan.check(of(plan));
        }
    }

    private boolean isThere(final LockedPlan plan)
    {
        return plan.client().isEmpty() ? names().length > 0 : isNamed(plan.client());
    }

    private boolean isNamed(final String name)
    {
        return beans.containsBean(name) && beans.isTypeMatch(name, Redlock.class);
    }

    private String[] names()
    {
        return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Redlock.class);
    }

    /**
     * The client of a method: the one that it names, or the only or primary one.
     *
     * @throws RedlockSetupException if there is none, or there are several and none is primary.
     * @throws IllegalStateException if there is none by intent.
     */
    Redlock of(final LockedPlan plan)
    {
        return plan.client().isEmpty() ? usual(plan) : named(plan);
    }

    private Redlock named(final LockedPlan plan)
    {
        final Redlock known = named.get(plan.client());
        if (known != null)
        {
            return known;
        }
        if (!isNamed(plan.client()))
        {
            throwIfOff(plan);
            throw new RedlockSetupException("client '" + plan.client() + "' of @Locked on " + plan.place() +
                " is no bean of type Redlock: there are " + List.of(names()),
                "correct the name, or define that bean");
        }
        final Redlock found = checked(beans.getBean(plan.client(), Redlock.class));
        named.put(plan.client(), found);

        return found;
    }

    /*
     * Once: a context that is closed would make another, which nobody closes.
     */
    private Redlock usual(final LockedPlan plan)
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
                throwIfOff(plan);
                throw new RedlockSetupException("@Locked is used, but there is no bean of type Redlock",
                    "do not exclude RedlockAutoConfiguration, or define one");
            }

            redlock = checked(found);

            return found;
        }
        catch (final NoUniqueBeanDefinitionException ex)
        {
            throw new RedlockSetupException("@Locked is used, but there are several beans of type Redlock: " +
                ex.getBeanNamesFound(), "mark the one for @Locked as @Primary, or " +
                "name it (client = \"…\")", ex);
        }
    }

    /*
     * A mock that a test has put there returns what a client never does, and grants what no node has granted.
     */
    private static Redlock checked(final Redlock found)
    {
        final Duration longestTtl = found.longestTtl();
        if (found.defaults() == null || longestTtl == null || longestTtl.toNanos() == 0)
        {
            throw new RedlockSetupException("@Locked is used, but the bean of type Redlock is a mock",
                "do not mock it: put @FakeRedlock on the test, with redlock-test on the class path, for a " +
                "client over nodes in memory, which a test may also spy on");
        }

        return found;
    }

    private void throwIfOff(final LockedPlan plan)
    {
        if (isOff)
        {
            throw new IllegalStateException(plan.place() + " needs a lock, but " + EnabledSetting.NAME +
                " is false, so there is no client, and it did not run; set " + EnabledSetting.NAME +
                "=true and redlock.nodes, or " + EnabledSetting.NAME + "=fake with redlock-test on the " +
                "class path for locks inside this process only");
        }
    }
}
