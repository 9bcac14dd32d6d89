// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodClassKey;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.RedlockSetupException;
import dev.redlock.spring.boot.locked.code.LockedMethods;
import dev.redlock.spring.boot.locked.code.SelfCalls;
import dev.redlock.spring.boot.locked.key.KeyText;

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
     * The annotated methods of a class, looked for once.
     */
    Map<Method, Locked> locked(final Class<?> type)
    {
        return locked.computeIfAbsent(type, LockedMethods::find);
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
            final Method specific = LockedMethods.specific(method, type);

            return Optional.ofNullable(LockedMethods.annotation(specific)).map((locked) ->
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
                final Locked own = LockedMethods.annotation(callee);

                return own == null || LockedMethods.specific(callee, type).equals(callee) ? of(callee, type) :
                    new LockedPlan(callee, type, own, resolve, texts, beans);
            }
        };
    }
}
