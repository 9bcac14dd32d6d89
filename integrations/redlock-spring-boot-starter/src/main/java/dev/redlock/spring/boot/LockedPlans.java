// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final Map<Class<?>, Map<Method, Locked>> locked = new ConcurrentHashMap<>();
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
     * The annotated methods of a class, private and inherited ones too, and those of its interfaces. Of a
     * lambda or a proxy those of its interfaces, which have names of parameters.
     */
    Map<Method, Locked> locked(final Class<?> type)
    {
        return locked.computeIfAbsent(type, LockedPlans::find);
    }

    private static Map<Method, Locked> find(final Class<?> type)
    {
        if (!AnnotationUtils.isCandidateClass(type, Locked.class))
        {
            return Map.of();
        }
        final Map<Method, Locked> found = new LinkedHashMap<>();
        final Set<Class<?>> places = isMadeOfInterfaces(type) ?
            ClassUtils.getAllInterfacesForClassAsSet(type) : Set.of(ClassUtils.getUserClass(type));
        for (final Class<?> place : places)
        {
            found.putAll(MethodIntrospector.selectMethods(place,
                (MethodIntrospector.MetadataLookup<@Nullable Locked>)LockedPlans::annotation));
        }

        return found.isEmpty() ? Map.of() : found;
    }

    /**
     * Whether a class is that of a lambda or a proxy by interface, which is proxied by interface in turn.
     */
    static boolean isMadeOfInterfaces(final Class<?> type)
    {
        return Proxy.isProxyClass(type) || ClassUtils.isLambdaClass(type);
    }

    private static Method specific(final Method method, final Class<?> type)
    {
        return isMadeOfInterfaces(type) ? ClassUtils.getInterfaceMethodIfPossible(method, type) :
            AopUtils.getMostSpecificMethod(method, type);
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
            final Method specific = specific(method, type);

            return Optional.ofNullable(annotation(specific)).map((locked) ->
                new LockedPlan(specific, type, locked, resolve, texts, beans));
        }).orElseThrow(() -> new IllegalStateException(method + " has no @Locked"));
    }

    /**
     * Which calls that a method makes on its own object run under the lock of that method.
     */
    SelfCalls.Cover cover(final Class<?> type)
    {
        return new SelfCalls.Cover()
        {
            @Override
            public @Nullable String whyNot(final Method caller, final Method callee, final int[] arguments)
            {
                return of(caller, type).whyNot(asRun(callee), arguments);
            }

            @Override
            public @Nullable Class<?> future(final Method callee)
            {
                final LockedPlan plan = asRun(callee);

                return plan.mayBeFuture() ? plan.result() : null;
            }

            /*
             * Of a method of a superclass itself, and not of what overrides it; with its type variables
             * filled in.
             */
            private LockedPlan asRun(final Method callee)
            {
                final Locked own = annotation(callee);

                return own == null || specific(callee, type).equals(callee) ? of(callee, type) :
                    new LockedPlan(callee, type, own, resolve, texts, beans);
            }
        };
    }
}
