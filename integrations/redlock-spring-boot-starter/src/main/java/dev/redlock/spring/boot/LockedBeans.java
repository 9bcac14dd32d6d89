// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.lang.reflect.Method;
import java.util.Map;

import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;

/*
 * A class is looked at before it is proxied, as a final one would end that with another message; a proxy
 * after all who change it. When all singletons are there each is looked at once more: one that was made too
 * early for any processor, or was handed out before it was proxied, came by none of these places.
 */

/**
 * Looks at every bean with methods that are {@link Locked}, and refuses what they would not protect.
 */
final class LockedBeans implements BeanPostProcessor, SmartInitializingSingleton, Ordered
{
    private final LockedPlans plans;
    private final LockedClient client;
    private final ConfigurableListableBeanFactory beans;

    LockedBeans(
        final LockedPlans plans, final LockedClient client, final ConfigurableListableBeanFactory beans)
    {
        this.plans = plans;
        this.client = client;
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(final Object bean, final String name)
    {
        final Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
        final Map<Method, Locked> locked = LockedPlans.locked(type);
        LockedRules.checkClass(type, locked, (caller, callee, arguments) ->
            plans.covers(type, caller, callee, arguments));
        ContainerCallbacks.check(type, locked.keySet(),
            beans.containsBeanDefinition(name) ? beans.getMergedBeanDefinition(name) : null);
        for (final Method method : locked.keySet())
        {
            plans.of(method, type).check(client.redlock());
        }

        return bean;
    }

    @Override
    public Object postProcessAfterInitialization(final Object bean, final String name)
    {
        if (bean instanceof Advised)
        {
            checkProxy(bean);
        }

        return bean;
    }

    private static void checkProxy(final Object bean)
    {
        final Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
        LockedRules.checkProxy(bean, type, LockedPlans.locked(type));
    }

    @Override
    public void afterSingletonsInstantiated()
    {
        for (final String name : beans.getBeanDefinitionNames())
        {
            final Object bean = beans.getSingleton(name);
            if (bean != null)
            {
                checkProxy(bean);
            }
        }
    }

    @Override
    public int getOrder()
    {
        return LOWEST_PRECEDENCE;
    }
}
