// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.result;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.DirectoryStream;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.BaseStream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/*
 * Collections that are not of the JDK are not looked into: they may load what they contain, or compute it.
 */

/**
 * Work that goes on, or only begins, when a method has returned: which types say so, and which values are it.
 */
public final class LaterWork
{
    private static final List<Class<?>> KINDS = List.of(Future.class, CompletionStage.class, Callable.class,
        Runnable.class, Thread.class, BaseStream.class, Supplier.class, BooleanSupplier.class,
        IntSupplier.class, LongSupplier.class, DoubleSupplier.class, Flow.Publisher.class, Iterator.class,
        Spliterator.class, Enumeration.class, DirectoryStream.class);
    private static final List<String> PUBLISHERS = List.of("org.reactivestreams.Publisher",
        "kotlinx.coroutines.flow.Flow", "io.reactivex.rxjava3.core.CompletableSource",
        "io.reactivex.rxjava3.core.SingleSource", "io.reactivex.rxjava3.core.MaybeSource",
        "io.reactivex.rxjava3.core.ObservableSource");
    private static final List<String> OTHERS = List.of(
        "org.springframework.web.context.request.async.DeferredResult",
        "org.springframework.web.context.request.async.WebAsyncTask",
        "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
        "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody",
        "kotlin.jvm.functions.Function0", "kotlin.Lazy", "kotlin.sequences.Sequence",
        "kotlinx.coroutines.Job", "kotlinx.coroutines.channels.ReceiveChannel");

    /*
     * Code that is called later, unless it is an object that is something else, such as a range or an enum
     * that is a predicate, too: types that are no more than that, and values that are a lambda or an
     * anonymous class.
     */
    private static final List<Class<?>> CODE =
        List.of(PrivilegedAction.class, PrivilegedExceptionAction.class);
    private static final String FUNCTIONS = "java.util.function";
    private static final String KOTLIN_FUNCTION = "kotlin.Function";
    private static final String ENTITY = "org.springframework.http.HttpEntity";

    /*
     * They count as suppliers of a stream, but hold their elements.
     */
    private static final List<String> HELD = List.of("org.springframework.data.domain.Slice",
        "org.springframework.data.domain.Window", "org.springframework.data.domain.Sort");
    private static final int DEEPEST = 3;

    private static final ClassValue<Boolean> IS_LATER = new ClassValue<>()
    {
        @Override
        protected Boolean computeValue(final Class<?> type)
        {
            return !isOneOf(HELD, type) &&
                (KINDS.stream().anyMatch((kind) -> kind.isAssignableFrom(type)) ||
                isOneOf(PUBLISHERS, type) || isOneOf(OTHERS, type) || isCode(type));
        }
    };

    private static final ClassValue<Method[]> ACCESSORS = new ClassValue<>()
    {
        @Override
        protected Method[] computeValue(final Class<?> type)
        {
            final Method body = is(type, ENTITY) ? ReflectionUtils.findMethod(type, "getBody") : null;

            return body != null ? new Method[] {body} : type.isRecord() ? Arrays
                .stream(type.getRecordComponents()).map(RecordComponent::getAccessor).toArray(Method[]::new) :
                new Method[0];
        }
    };

    private LaterWork()
    {
    }

    static boolean is(final Class<?> type)
    {
        return IS_LATER.get(type);
    }

    static boolean isReactive(final Class<?> type)
    {
        return Flow.Publisher.class.isAssignableFrom(type) || isOneOf(PUBLISHERS, type);
    }

    /*
     * What can be iterated holds its elements as a rule, so only a value tells.
     */
    private static boolean isCode(final Class<?> type)
    {
        final boolean isMade = ClassUtils.isLambdaClass(type) ||
            type.isAnonymousClass() && !Enum.class.isAssignableFrom(type);

        return (isMade || isOfOneMethod(type)) && isFunction(type) ||
            isMade && Iterable.class.isAssignableFrom(type) && !Collection.class.isAssignableFrom(type);
    }

    private static boolean isFunction(final Class<?> type)
    {
        return CODE.stream().anyMatch((kind) -> kind.isAssignableFrom(type)) || is(type, KOTLIN_FUNCTION) ||
            hasAbove(type, (any) -> any.getPackageName().equals(FUNCTIONS));
    }

    private static boolean isOfOneMethod(final Class<?> type)
    {
        return type.isInterface() && Arrays.stream(type.getMethods())
            .filter((method) -> Modifier.isAbstract(method.getModifiers()) &&
                !ReflectionUtils.isObjectMethod(method))
            .map(Method::getName).distinct().count() <= 1;
    }

    private static boolean isOneOf(final List<String> names, final Class<?> type)
    {
        return names.stream().anyMatch((name) -> is(type, name));
    }

    /**
     * Whether a class is, or has above it, one of a name, as the application need not have it.
     */
    public static boolean is(final Class<?> type, final String name)
    {
        return hasAbove(type, (any) -> any.getName().equals(name));
    }

    private static boolean hasAbove(final Class<?> type, final Predicate<Class<?>> wanted)
    {
        @Nullable Class<?> any = type;
        while (any != null && !wanted.test(any))
        {
            for (final Class<?> parent : any.getInterfaces())
            {
                if (hasAbove(parent, wanted))
                {
                    return true;
                }
            }
            any = any.getSuperclass();
        }

        return any != null;
    }

    /**
     * What a type declares that it contains, as an element, a type argument, or a component of a record.
     *
     * @return null if nothing that is later.
     */
    static @Nullable Class<?> within(final ResolvableType type)
    {
        return within(type, 0);
    }

    private static @Nullable Class<?> within(final ResolvableType type, final int depth)
    {
        final Class<?> known = type.resolve();
        if (known == null || known == Class.class || depth > DEEPEST)
        {
            return null;
        }
        if (depth > 0 && is(known))
        {
            return known;
        }
        @Nullable Class<?> found = known.isArray() ? within(type.getComponentType(), depth + 1) : null;
        for (final ResolvableType argument : type.getGenerics())
        {
            found = found == null ? within(argument, depth + 1) : found;
        }
        for (final Method accessor : accessors(known))
        {
            found = found == null ?
                within(ResolvableType.forMethodReturnType(accessor, known), depth + 1) : found;
        }

        return found;
    }

    /**
     * Whether values of a type may contain what the type does not say.
     */
    static boolean mayHideIn(final ResolvableType type)
    {
        final Class<?> known = type.resolve(Object.class);
        if (known.isArray())
        {
            return mayBe(type.getComponentType());
        }
        if (Map.class.isAssignableFrom(known))
        {
            return mayBe(type.as(Map.class).getGeneric(1));
        }
        if (Iterable.class.isAssignableFrom(known))
        {
            return mayBe(type.as(Iterable.class).getGeneric(0));
        }

        return known == Optional.class ? mayBe(type.getGeneric(0)) :
            known == Object.class || known.isInterface() || accessors(known).length > 0;
    }

    /**
     * Whether a value of a type may be such work though the type does not say so.
     */
    static boolean mayBe(final ResolvableType type)
    {
        final Class<?> known = type.resolve(Object.class);

        return !known.isPrimitive() && (!Modifier.isFinal(known.getModifiers()) || is(known));
    }

    /**
     * Finds work that has not ended: the value, or what is in an Optional, an array, a collection or a map of
     * the JDK, a record, or the body of an HttpEntity. What these contain in turn is not looked at.
     *
     * @return null if there is none.
     */
    static @Nullable Object in(final @Nullable Object value, final boolean looksInside)
    {
        if (value == null || isPending(value))
        {
            return value;
        }

        return looksInside ? inside(value) : null;
    }

    private static @Nullable Object inside(final Object value)
    {
        if (value instanceof Optional<?> optional)
        {
            return firstOf(optional.stream().toList());
        }
        if (value instanceof Object[] array)
        {
            return firstOf(Arrays.asList(array));
        }
        if (value instanceof Collection<?> collection)
        {
            return isOfJdk(value) ? firstOf(collection) : null;
        }
        if (value instanceof Map<?, ?> map)
        {
            return isOfJdk(value) ? firstOf(map.values()) : null;
        }
        for (final Method accessor : accessors(value.getClass()))
        {
            final Object component = mayBe(ResolvableType.forClass(accessor.getReturnType())) &&
                accessor.trySetAccessible() ? ReflectionUtils.invokeMethod(accessor, value) : null;
            if (component != null && isPending(component))
            {
                return component;
            }
        }

        return null;
    }

    /**
     * Whether the class of a value comes with Java.
     */
    public static boolean isOfJdk(final Object value)
    {
        return value.getClass().getName().startsWith("java.");
    }

    private static @Nullable Object firstOf(final Collection<?> values)
    {
        for (final Object value : values)
        {
            if (value != null && isPending(value))
            {
                return value;
            }
        }

        return null;
    }

    private static Method[] accessors(final Class<?> type)
    {
        return ACCESSORS.get(type);
    }

    private static boolean isPending(final Object value)
    {
        return is(value.getClass()) && !(value instanceof Future<?> future && future.isDone()) &&
            !(value instanceof Thread thread && thread.getState() == Thread.State.TERMINATED);
    }
}
