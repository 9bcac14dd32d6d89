// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;

import dev.redlock.Lease;
import dev.redlock.Redlock;

/**
 * The lease under which a method that is {@link Locked} runs, for its fencing token and its remaining time:
 * <pre>{@code
 * @Locked(key = "#item", fenced = true)
 * public void sell(String item)
 * {
 *     stock.update(item, LockedContext.current().fencingToken());
 * }
 * }</pre>
 * <b>Thread:</b> the one that called the method, until the method returns. Work that goes on elsewhere is
 * given the {@link Lease}, which any thread may use. Its end is not yours to decide: do not release it.
 */
public final class LockedContext
{
    private static final ThreadLocal<LockedContext> INNERMOST = new ThreadLocal<>();

    private final Redlock client;
    private final String key;
    private final Lease lease;
    private final @Nullable LockedContext outer;
    private @Nullable Object passedTo;
    private boolean isKept;

    private LockedContext(final Redlock client, final String key, final Lease lease,
        final @Nullable LockedContext outer, final @Nullable Object passedTo)
    {
        this.client = client;
        this.passedTo = passedTo;
        this.key = key;
        this.lease = lease;
        this.outer = outer;
    }

    /**
     * The lease of the innermost method that is {@link Locked}.
     *
     * @return held when the method began; its fencing token is 0 unless the method has {@code fenced = true}.
     * @throws IllegalStateException if this thread is inside none, as in a unit test without Spring, or in a
     *                               method that an object calls on itself.
     */
    public static Lease current()
    {
        return find().orElseThrow(() -> new IllegalStateException("this thread is inside no method with " +
            "@Locked: call the method through its bean, ask on the thread that called it, or use find()"));
    }

    /**
     * The lease of the innermost method that is {@link Locked}.
     *
     * @return empty if this thread is inside none.
     */
    public static Optional<Lease> find()
    {
        return Optional.ofNullable(INNERMOST.get()).map((context) -> context.lease);
    }

    /**
     * The lease of this thread's methods with a key of a client.
     */
    static @Nullable Lease ofKey(final Redlock client, final String key)
    {
        @Nullable LockedContext context = INNERMOST.get();
        while (context != null && !(context.client == client && context.key.equals(key)))
        {
            context = context.outer;
        }

        return context == null ? null : context.lease;
    }

    /**
     * @param target of the call: if it is a proxy with locks of its own, the call passes that one.
     */
    static void enter(
        final Redlock client, final String key, final Lease lease, final @Nullable Object target)
    {
        INNERMOST.set(new LockedContext(
            client, key, lease, INNERMOST.get(), target instanceof Advised ? target : null));
    }

    /**
     * Whether the call has its lock by a proxy that stands before this one; true once for a call.
     */
    static boolean isPassed(final @Nullable Object proxy)
    {
        final LockedContext innermost = INNERMOST.get();
        @Nullable Object any = innermost == null ? null : innermost.passedTo;
        while (any != null && any != proxy)
        {
            any = AopProxyUtils.getSingletonTarget(any);
        }
        if (any != null)
        {
            innermost.passedTo = null;
        }

        return any != null;
    }

    /**
     * Has the lease stay unreleased when its method ends.
     *
     * @return false if this thread is inside no method with it.
     */
    static boolean keep(final Lease lease)
    {
        boolean isInside = false;
        for (LockedContext any = INNERMOST.get(); any != null; any = any.outer)
        {
            if (any.lease == lease)
            {
                any.isKept = true;
                isInside = true;
            }
        }

        return isInside;
    }

    /**
     * @return whether the lease must not be released: kept, and the method is the outermost with it.
     */
    static boolean leave()
    {
        final LockedContext left = INNERMOST.get();
        boolean isOutermost = true;
        for (LockedContext any = left.outer; any != null; any = any.outer)
        {
            isOutermost &= any.lease != left.lease;
        }
        if (left.outer == null)
        {
            INNERMOST.remove();
        }
        else
        {
            INNERMOST.set(left.outer);
        }

        return left.isKept && isOutermost;
    }
}
