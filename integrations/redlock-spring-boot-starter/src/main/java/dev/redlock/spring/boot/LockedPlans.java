// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * The plans of all methods that are {@link Locked}, each made once. Any thread.
 */
final class LockedPlans
{
    private final Map<MethodClassKey, Optional<LockedPlan>> plans = new ConcurrentHashMap<>();
    private final ConfigurableListableBeanFactory beans;
    private final UnaryOperator<String> resolve;
    private final KeyText texts;

    LockedPlans(final ConfigurableListableBeanFactory beans, final KeyText texts)
    {
        this.texts = texts;
        this.beans = beans;
        resolve = (text) -> Optional.ofNullable(beans.resolveEmbeddedValue(text)).orElse("");
    }

    /**
     * The annotated methods of a class, private and inherited ones too, and those of its interfaces.
     */
    static Map<Method, Locked> locked(final Class<?> type)
    {
        final Map<Method, Locked> found = new LinkedHashMap<>();
        if (AnnotationUtils.isCandidateClass(type, Locked.class))
        {
            found.putAll(MethodIntrospector.selectMethods(ClassUtils.getUserClass(type),
                (MethodIntrospector.MetadataLookup<@Nullable Locked>)LockedPlans::annotation));
        }

        return found;
    }

    static boolean isLocked(final Method method, final Class<?> type)
    {
        return annotation(AopUtils.getMostSpecificMethod(method, type)) != null;
    }

    private static @Nullable Locked annotation(final Method method)
    {
        return AnnotatedElementUtils.findMergedAnnotation(method, Locked.class);
    }

    /**
     * The plan of a method.
     *
     * @throws RedlockSetupException if it is not as it must be.
     * @throws IllegalStateException if it is not annotated.
     */
    LockedPlan of(final Method method, final Class<?> type)
    {
        return plans.computeIfAbsent(new MethodClassKey(method, type), (ignored) ->
        {
            final Method specific = AopUtils.getMostSpecificMethod(method, type);

            return Optional.ofNullable(annotation(specific)).map((locked) ->
                new LockedPlan(specific, type, locked, resolve, texts, beans));
        }).orElseThrow(() -> new IllegalStateException(method + " has no @Locked"));
    }

    /**
     * Whether a call that a method makes on its own object runs under the lock of that method.
     *
     * @param callee    as it is run, which may be a method of a superclass.
     * @param arguments see {@link SelfCalls.Cover}.
     */
    boolean covers(final Class<?> type, final Method caller, final Method callee, final int[] arguments)
    {
        return of(caller, type).covers(of(callee, callee.getDeclaringClass()), arguments);
    }
}
