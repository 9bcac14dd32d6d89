// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.Ordered;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.RedlockSetupException;

/*
 * A class is looked at before it is proxied, as a final one would end that with another message; a proxy
 * after all who change it; the product of a factory when it is made, as it passes by only once. When all
 * singletons are there each is looked at once more, and again at the end of the refresh: one that was made
 * too early for any processor, was handed out before it was proxied, or was registered by hand, came by none
 * of these places. Of what is not made yet, such as a bean of a session, the class is looked at.
 *
 * The proxy of a scope has no lock, and needs none: what stands behind it has.
 */

/**
 * Looks at every bean with methods that are {@link Locked}, and refuses what they would not protect.
 */
final class LockedBeans implements BeanPostProcessor, SmartInitializingSingleton,
    ApplicationListener<ContextRefreshedEvent>, Ordered
{
    private static final System.Logger LOG = System.getLogger("dev.redlock");
    private static final String OVERRIDES = "org.springframework.test.context.bean.override.";

    private final LockedPlans plans;
    private final LockedClients clients;
    private final ConfigurableListableBeanFactory beans;
    private final Set<Judged> judged = ConcurrentHashMap.newKeySet();
    private final Set<Proxied> proxies = ConcurrentHashMap.newKeySet();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    LockedBeans(
        final LockedPlans plans, final LockedClients clients, final ConfigurableListableBeanFactory beans)
    {
        this.plans = plans;
        this.clients = clients;
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(final Object bean, final String name)
    {
        checkType(AopProxyUtils.ultimateTargetClass(bean), name);

        return bean;
    }

    private void checkType(final Class<?> type, final String name)
    {
        final Map<Method, Locked> locked = plans.locked(type);
        if (locked.isEmpty() || judged.contains(new Judged(type, name)))
        {
            return;
        }
        final BeanDefinition definition =
            beans.containsBeanDefinition(name) ? beans.getMergedBeanDefinition(name) : null;
        final List<Runnable> checks = new ArrayList<>();
        for (final Method method : locked.keySet())
        {
            checks.add(() -> LockedRules.checkMethod(type, method));
            checks.add(() -> ContainerCallbacks.check(type, method, definition));
            checks.add(() -> clients.check(plans.of(method, type)));
        }
        checks.add(() -> LockedRules.checkCalls(type, locked.keySet(), plans.cover(type)));
        RedlockSetupException.throwAll("@Locked in " + type.getName(), checks);
        judged.add(new Judged(type, name));
    }

    @Override
    public Object postProcessAfterInitialization(final Object bean, final String name)
    {
        final boolean isProduct = !(bean instanceof FactoryBean) && beans.containsBean(name) &&
            beans.isFactoryBean(name);
        if (isProduct || bean instanceof Advised)
        {
            checkProxy(bean, name);
        }

        return bean;
    }

    private void checkProxy(final Object bean, final String name)
    {
        final Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
        final Map<Method, Locked> locked = plans.locked(type);
        if (!locked.isEmpty() && !(bean instanceof ScopedObject))
        {
            checkType(type, name);
            final Proxied proxied = new Proxied(bean.getClass(), type, name);
            // Of prototypes there are many.
            if (!proxies.contains(proxied) || !LockedRules.hasLock(bean))
            {
                LockedRules.checkProxy(bean, type, locked);
                proxies.add(proxied);
            }
        }
    }

    @Override
    public void afterSingletonsInstantiated()
    {
        checkSingletons();
        for (final String name : beans.getBeanDefinitionNames())
        {
            if (!seen.contains(name) && !beans.getBeanDefinition(name).isAbstract())
            {
                checkUnmade(name);
            }
        }
    }

    /*
     * What cannot be made here, as classes that it needs are missing, runs nothing without its lock; should
     * they come, it is looked at when it is made.
     */
    private void checkUnmade(final String name)
    {
        try
        {
            final Class<?> type = beans.getType(name, false);
            if (type != null)
            {
                checkType(type, name);
            }
        }
        catch (final IllegalStateException | LinkageError ex)
        {
            // Spring wraps what it meets when it asks a class for its methods.
            if (!(ex instanceof LinkageError || ex.getCause() instanceof LinkageError))
            {
                throw ex;
            }
            LOG.log(System.Logger.Level.DEBUG, () -> "bean '" + name + "' is not looked at for @Locked " +
                "before it is made: a class of it cannot be loaded", ex);
        }
    }

    @Override
    public void onApplicationEvent(final ContextRefreshedEvent event)
    {
        checkSingletons();
    }

    private void checkSingletons()
    {
        for (final String name : beans.getSingletonNames())
        {
            final Object bean = seen.contains(name) ? null : beans.getSingleton(name);
            if (bean != null)
            {
                checkSingleton(bean, name);
                if (!(bean instanceof FactoryBean))
                {
                    seen.add(name);
                }
            }
        }
    }

    private void checkSingleton(final Object bean, final String name)
    {
        final Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
        if (!(bean instanceof Advised) && isOverridden(type, name))
        {
            if (!plans.locked(type).isEmpty())
            {
                LOG.log(System.Logger.Level.INFO, "bean ''{0}'' is replaced by the test: its methods with " +
                    "@Locked take no locks", name);
            }
        }
        else
        {
            checkProxy(bean, name);
        }
    }

    /*
     * Registered by hand, and hence unknown to us before, in a context of a test that replaces beans.
     */
    private boolean isOverridden(final Class<?> type, final String name)
    {
        return !judged.contains(new Judged(type, name)) && isTestWithOverrides();
    }

    private boolean isTestWithOverrides()
    {
        for (final String name : beans.getSingletonNames())
        {
            if (name.startsWith(OVERRIDES))
            {
                return true;
            }
        }

        return false;
    }

    @Override
    public int getOrder()
    {
        return LOWEST_PRECEDENCE;
    }

    private record Proxied(Class<?> proxy, Class<?> type, @Nullable String name)
    {
    }

    private record Judged(Class<?> type, @Nullable String name)
    {
    }
}
