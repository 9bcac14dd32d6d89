// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.code;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

import dev.redlock.spring.boot.Locked;

/**
 * Which methods are {@link Locked}.
 */
public final class LockedMethods
{
    private LockedMethods()
    {
    }

    /**
     * The annotated methods of a class, private and inherited ones too, and those of its interfaces. Of a
     * lambda or a proxy those of its interfaces, which have names of parameters.
     */
    public static Map<Method, Locked> find(final Class<?> type)
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
                (MethodIntrospector.MetadataLookup<@Nullable Locked>)LockedMethods::annotation));
        }

        return found.isEmpty() ? Map.of() : found;
    }

    /**
     * Whether a class is that of a lambda or a proxy by interface, which is proxied by interface in turn.
     */
    public static boolean isMadeOfInterfaces(final Class<?> type)
    {
        return Proxy.isProxyClass(type) || ClassUtils.isLambdaClass(type);
    }

    /**
     * The method that runs when a method is called on an object of a class.
     */
    public static Method specific(final Method method, final Class<?> type)
    {
        return isMadeOfInterfaces(type) ? ClassUtils.getInterfaceMethodIfPossible(method, type) :
            AopUtils.getMostSpecificMethod(method, type);
    }

    /**
     * Whether what runs when a method is called on an object of a class has a lock.
     */
    public static boolean isLocked(final Method method, final Class<?> type)
    {
        return annotation(AopUtils.getMostSpecificMethod(method, type)) != null;
    }

    /**
     * The annotation of a method, with the values of those that are annotated with it in turn.
     */
    public static @Nullable Locked annotation(final Method method)
    {
        return AnnotatedElementUtils.findMergedAnnotation(method, Locked.class);
    }
}
