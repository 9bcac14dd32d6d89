// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.result;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.RedlockSetupException;

/**
 * What a method that is {@link Locked} may return: the end of its work must be its return, or be seen.
 */
public final class ReturnRule
{
    private static final String REACTIVE = "acquire and release it in the pipeline instead: " +
        "Mono.usingWhen(Mono.fromFuture(() -> redlock.acquireAsync(key, within))" +
        ".doOnDiscard(Lease.class, Lease::releaseAsync), work, lease -> " +
        "Mono.fromRunnable(lease::releaseAsync))";
    private static final String LATER =
        "return a CompletableFuture or a CompletionStage, or the result, such as a list";
    private static final String ALL = "return one CompletableFuture for all of it, or the results";
    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private final Class<?> type;
    private final String place;
    private final boolean mayBeLater;
    private final boolean mayHideLater;

    /**
     * @param of where the method is called, which may say what a type variable is.
     * @throws RedlockSetupException if the type says that work goes on after the return, unseen.
     */
    public ReturnRule(final Method method, final Class<?> of, final String place)
    {
        this.place = place;
        final ResolvableType returned = ResolvableType.forMethodReturnType(method, of);
        type = returned.resolve(method.getReturnType());
        mayBeLater = LaterWork.mayBe(returned);
        mayHideLater = LaterWork.mayHideIn(returned);
        checkType(returned);
        final Class<?>[] parameters = method.getParameterTypes();
        if (parameters.length > 0 && parameters[parameters.length - 1].getName().equals(CONTINUATION))
        {
            throw new RedlockSetupException("@Locked is on " + place + ", which is a suspending function: " +
                "the lock would be released when it suspends for the first time", "take redlock-kotlin " +
                "instead: redlock.withLock(key, within) { ... }");
        }
    }

    private void checkType(final ResolvableType returned)
    {
        if (!isFuture() && LaterWork.is(type))
        {
            throw new RedlockSetupException("@Locked is on " + place + ", which returns a " +
                type.getName() + ": the lock would be released before the work begins or ends",
                LaterWork.isReactive(type) ? REACTIVE : LATER);
        }
        if (isFuture() && !type.isAssignableFrom(CompletableFuture.class))
        {
            throw new RedlockSetupException("@Locked is on " + place + ", which returns a " +
                type.getName() + ", but the caller gets another future, which ends after the release", LATER);
        }
        final Class<?> within = LaterWork.within(returned);
        if (within != null)
        {
            throw new RedlockSetupException("@Locked is on " + place + ", which returns a " +
                type.getTypeName() + " with a " + within.getName() + " in it: the lock would be released " +
                "before the work begins or ends", LaterWork.isReactive(within) ? REACTIVE : ALL);
        }
    }

    /**
     * The type, where a type variable has been filled in.
     */
    public Class<?> type()
    {
        return type;
    }

    /**
     * Whether the value is declared as a future.
     */
    public boolean isFuture()
    {
        return CompletionStage.class.isAssignableFrom(type);
    }

    /**
     * Whether the value may be a future whose end is waited for: it is declared, or an Object.
     */
    public boolean mayBeFuture()
    {
        return type.isAssignableFrom(CompletableFuture.class) && !type.isPrimitive();
    }

    /**
     * Looks for work in what the method has returned that its type does not tell of.
     *
     * @return what it is, for the caller; null if there is none, or it is a future that is waited for.
     */
    public @Nullable String hidden(final @Nullable Object value)
    {
        if (!mayBeLater && !mayHideLater || value instanceof CompletionStage && mayBeFuture())
        {
            return null;
        }
        final Object later = LaterWork.in(value, mayHideLater);

        return later == null || value == null ? null : place + " has returned a " +
            value.getClass().getTypeName() +
            (later == value ? "" : " with a " + later.getClass().getTypeName() + " in it") +
            ", whose work may go on, but the type of its result does not say so";
    }
}
