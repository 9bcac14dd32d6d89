// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import dev.redlock.spring.boot.RedlockSetupException;

/*
 * The container builds and ends the object itself: the proxy is made after the one, and is not asked for the
 * other. So it is with what it injects by a method, and with the properties that it sets. A method with @Bean
 * makes an object that outlives any lock.
 *
 * Runners, listeners, scheduled methods and Lifecycle.start and stop are called on the proxy, so they pass.
 */

/**
 * Methods that the container calls on the object behind the proxy, so that they would run without their lock.
 */
final class ContainerCallbacks
{
    private static final List<String> LIFECYCLE = List.of("jakarta.annotation.PostConstruct",
        "jakarta.annotation.PreDestroy", "javax.annotation.PostConstruct", "javax.annotation.PreDestroy");
    private static final List<String> INJECTION = List.of(
        "org.springframework.beans.factory.annotation.Autowired",
        "org.springframework.beans.factory.annotation.Value", "jakarta.inject.Inject", "javax.inject.Inject",
        "jakarta.annotation.Resource", "javax.annotation.Resource", "jakarta.persistence.PersistenceContext",
        "jakarta.persistence.PersistenceUnit");
    private static final String BEAN = "org.springframework.context.annotation.Bean";

    private ContainerCallbacks()
    {
    }

    /**
     * Refuses a method that is one.
     *
     * @param definition of the bean; null if it has none.
     */
    static void check(
        final Class<?> type, final Method method, final @Nullable BeanDefinition definition)
    {
        final String why = why(type, method, definition);
        if (why != null)
        {
            throw new RedlockSetupException("@Locked is on " + type.getName() + "." + method.getName() +
                ", " + why + " the container calls on the object behind the proxy: it would run " +
                "without the lock", "do the work in an ApplicationRunner, whose run may be @Locked, or " +
                "call Redlock.run within a SmartLifecycle for what is done at the start and at the end");
        }
    }

    private static @Nullable String why(
        final Class<?> type, final Method method, final @Nullable BeanDefinition definition)
    {
        final String lifecycle = annotation(LIFECYCLE, method, SearchStrategy.TYPE_HIERARCHY);
        if (lifecycle != null)
        {
            return "a method with " + lifecycle + " that";
        }
        final String injection = annotation(INJECTION, method, SearchStrategy.DIRECT);
        if (injection != null)
        {
            return "a method with " + injection + " that";
        }
        if (AnnotatedElementUtils.isAnnotated(method, BEAN))
        {
            return "a method with @Bean that";
        }
        if (isOf(InitializingBean.class, type, method) || isOf(DisposableBean.class, type, method) ||
            isAwareOfContainer(type, method))
        {
            return "a callback that";
        }
        if (definition != null && method.getParameterCount() == 0)
        {
            if (named(definition.getInitMethodName(), initMethods(definition)).contains(method.getName()))
            {
                return "an init method that";
            }
            if (destroyMethods(type, definition).contains(method.getName()))
            {
                return "a destroy method that";
            }
        }

        return isSetter(type, method, definition) ? "a setter that" : null;
    }

    private static @Nullable String annotation(
        final List<String> names, final Method method, final SearchStrategy strategy)
    {
        final MergedAnnotations all = MergedAnnotations.from(method, strategy);

        return names.stream().filter(all::isPresent).findFirst()
            .map((name) -> "@" + ClassUtils.getShortName(name)).orElse(null);
    }

    private static boolean isOf(final Class<?> callback, final Class<?> type, final Method method)
    {
        return callback.isAssignableFrom(type) &&
            ReflectionUtils.findMethod(callback, method.getName(), method.getParameterTypes()) != null;
    }

    private static boolean isAwareOfContainer(final Class<?> type, final Method method)
    {
        return ClassUtils.getAllInterfacesForClassAsSet(type).stream().anyMatch((any) ->
            any != Aware.class && Aware.class.isAssignableFrom(any) &&
            ReflectionUtils.findMethod(any, method.getName(), method.getParameterTypes()) != null);
    }

    private static String @Nullable [] initMethods(final BeanDefinition definition)
    {
        return definition instanceof AbstractBeanDefinition full ? full.getInitMethodNames() : null;
    }

    /*
     * An inferred one is close or shutdown, as the container has it: of a bean that is AutoCloseable, or that
     * a method with @Bean has made.
     */
    private static Set<String> destroyMethods(final Class<?> type, final BeanDefinition definition)
    {
        final String one = definition.getDestroyMethodName();
        final String @Nullable [] all =
            definition instanceof AbstractBeanDefinition full ? full.getDestroyMethodNames() : null;
        final boolean isInferred = AbstractBeanDefinition.INFER_METHOD.equals(one) ||
            one == null && AutoCloseable.class.isAssignableFrom(type);
        if (!isInferred || all != null && all.length > 1)
        {
            return named(one, all);
        }
        if (DisposableBean.class.isAssignableFrom(type))
        {
            return Set.of();
        }

        return Set.of(ClassUtils.hasMethod(type, "close") ? "close" : "shutdown");
    }

    /*
     * A private method may be given with the name of its class.
     */
    private static Set<String> named(final @Nullable String one, final String @Nullable [] all)
    {
        final Set<String> names = new HashSet<>();
        if (one != null)
        {
            names.add(one);
        }
        if (all != null)
        {
            names.addAll(Arrays.asList(all));
        }

        return Set.copyOf(names.stream().map((name) -> name.substring(name.lastIndexOf('.') + 1)).toList());
    }

    /*
     * Values of a definition, as from XML, and of the environment.
     */
    private static boolean isSetter(
        final Class<?> type, final Method method, final @Nullable BeanDefinition definition)
    {
        final boolean isWired = definition instanceof AbstractBeanDefinition full &&
            full.getResolvedAutowireMode() != AbstractBeanDefinition.AUTOWIRE_NO &&
            full.getResolvedAutowireMode() != AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR;
        final boolean isBound = AnnotatedElementUtils.hasAnnotation(type, ConfigurationProperties.class);
        if (method.getParameterCount() != 1 || BeanUtils.findPropertyForMethod(method, type) == null)
        {
            return false;
        }
        final String property = BeanUtils.findPropertyForMethod(method, type).getName();

        return isWired || isBound ||
            definition != null && definition.getPropertyValues().contains(property);
    }
}
