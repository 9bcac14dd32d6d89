// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotationUtils;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.locked.code.LockedMethods;

/**
 * Puts the lock around methods that are {@link Locked}.
 */
final class LockedAdvisor extends StaticMethodMatcherPointcutAdvisor
{
    private static final long serialVersionUID = 1L;

    /*
     * Asked of each method of each bean, as often as there are beans of a prototype.
     */
    private final transient Map<MethodClassKey, Boolean> known = new ConcurrentHashMap<>();

    LockedAdvisor(final LockedInterceptor interceptor, final int order)
    {
        super(interceptor);
        setOrder(order);
        setClassFilter((type) -> AnnotationUtils.isCandidateClass(type, Locked.class));
    }

    @Override
    public boolean matches(final Method method, final Class<?> type)
    {
        return known.computeIfAbsent(
            new MethodClassKey(method, type), (ignored) -> LockedMethods.isLocked(method, type));
    }
}
