// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;

import org.jspecify.annotations.Nullable;

/**
 * What a method that is {@link Locked} may return: the end of its work must be its return, or be seen.
 */
final class ReturnRule
{
    private static final String REACTIVE = "acquire and release it in the pipeline instead: " +
        "Mono.usingWhen(Mono.fromFuture(() -> redlock.acquireAsync(key, within))" +
        ".doOnDiscard(Lease.class, Lease::releaseAsync), work, lease -> " +
        "Mono.fromRunnable(lease::releaseAsync))";
    private static final String LATER = "return a CompletableFuture or a CompletionStage, or the result";
    private static final List<String> PUBLISHERS = List.of("org.reactivestreams.Publisher",
        "kotlinx.coroutines.flow.Flow", "io.reactivex.rxjava3.core.CompletableSource",
        "io.reactivex.rxjava3.core.SingleSource", "io.reactivex.rxjava3.core.MaybeSource",
        "io.reactivex.rxjava3.core.ObservableSource");
    private static final List<String> LATER_IN_WEB = List.of(
        "org.springframework.web.context.request.async.DeferredResult",
        "org.springframework.web.context.request.async.WebAsyncTask",
        "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
        "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");
    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private ReturnRule()
    {
    }

    static boolean isFuture(final Method method)
    {
        return CompletionStage.class.isAssignableFrom(method.getReturnType());
    }

    /**
     * Refuses a method whose type says that its work goes on after its return, unseen.
     */
    static void check(final Method method, final String place)
    {
        final Class<?> type = method.getReturnType();
        final String remedy = remedy(type);
        if (remedy != null)
        {
            throw new RedlockSetupException("@Locked is on " + place + ", which returns a " +
                type.getName() + ": the lock would be released before the work begins or ends", remedy);
        }
        final Class<?>[] parameters = method.getParameterTypes();
        if (parameters.length > 0 && parameters[parameters.length - 1].getName().equals(CONTINUATION))
        {
            throw new RedlockSetupException("@Locked is on " + place + ", which is a suspending function: " +
                "the lock would be released when it suspends for the first time", "take redlock-kotlin " +
                "instead: redlock.withLock(key, within) { ... }");
        }
        if (isFuture(method) && !type.isAssignableFrom(CompletableFuture.class))
        {
            throw new RedlockSetupException("@Locked is on " + place + ", which returns a " +
                type.getName() + ", but the caller gets another future, which ends after the release", LATER);
        }
    }

    /**
     * Refuses a value that a method of another type, such as Object, has returned.
     */
    static void check(final @Nullable Object value, final String place)
    {
        if (value != null && (value instanceof CompletionStage || remedy(value.getClass()) != null))
        {
            throw new IllegalStateException(place + " has returned a " + value.getClass().getName() +
                ", but the type of its result does not say so, and its lock is released already: declare a " +
                "CompletableFuture or a CompletionStage, or return the result; nothing else can be @Locked");
        }
    }

    private static @Nullable String remedy(final Class<?> type)
    {
        if (Flow.Publisher.class.isAssignableFrom(type) || isOneOf(PUBLISHERS, type))
        {
            return REACTIVE;
        }
        final boolean isSeen = CompletionStage.class.isAssignableFrom(type);
        final boolean isLater = Future.class.isAssignableFrom(type) ||
            Callable.class.isAssignableFrom(type) || BaseStream.class.isAssignableFrom(type) ||
            isOneOf(LATER_IN_WEB, type);

        return isLater && !isSeen ? LATER : null;
    }

    private static boolean isOneOf(final List<String> names, final Class<?> type)
    {
        return names.stream().anyMatch((name) -> is(type, name));
    }

    /*
     * By name, as the application need not have it.
     */
    private static boolean is(final Class<?> type, final String name)
    {
        @Nullable Class<?> any = type;
        while (any != null && !any.getName().equals(name))
        {
            for (final Class<?> parent : any.getInterfaces())
            {
                if (is(parent, name))
                {
                    return true;
                }
            }
            any = any.getSuperclass();
        }

        return any != null;
    }
}
