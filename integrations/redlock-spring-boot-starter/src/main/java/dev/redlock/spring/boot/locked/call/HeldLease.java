// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.call;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;

import dev.redlock.Lease;
import dev.redlock.Redlock;

/**
 * The lease of a method that a thread is inside. Each thread has its own, the innermost first.
 */
public final class HeldLease
{
    private static final ThreadLocal<HeldLease> INNERMOST = new ThreadLocal<>();

    private final Redlock client;
    private final String key;
    private final Lease lease;
    private final @Nullable HeldLease outer;
    private @Nullable Object passedTo;
    private boolean isKept;

    private HeldLease(final Redlock client, final String key, final Lease lease,
        final @Nullable HeldLease outer, final @Nullable Object passedTo)
    {
        this.client = client;
        this.passedTo = passedTo;
        this.key = key;
        this.lease = lease;
        this.outer = outer;
    }

    /**
     * The lease of the innermost method.
     *
     * @return empty if this thread is inside none.
     */
    public static Optional<Lease> innermost()
    {
        return Optional.ofNullable(INNERMOST.get()).map((held) -> held.lease);
    }

    /**
     * The lease of this thread's methods with a key of a client.
     */
    public static @Nullable Lease ofKey(final Redlock client, final String key)
    {
        @Nullable HeldLease held = INNERMOST.get();
        while (held != null && !(held.client == client && held.key.equals(key)))
        {
            held = held.outer;
        }

        return held == null ? null : held.lease;
    }

    /**
     * The thread enters a method.
     *
     * @param target of the call: if it is a proxy with locks of its own, the call passes that one.
     */
    public static void enter(
        final Redlock client, final String key, final Lease lease, final @Nullable Object target)
    {
        INNERMOST.set(new HeldLease(
            client, key, lease, INNERMOST.get(), target instanceof Advised ? target : null));
    }

    /**
     * Whether the call has its lock by a proxy that stands before this one; true once for a call.
     */
    public static boolean isPassed(final @Nullable Object proxy)
    {
        final HeldLease innermost = INNERMOST.get();
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
    public static boolean keep(final Lease lease)
    {
        boolean isInside = false;
        for (HeldLease any = INNERMOST.get(); any != null; any = any.outer)
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
     * The thread leaves its innermost method.
     *
     * @return whether the lease must not be released: kept, and the method is the outermost with it.
     */
    public static boolean leave()
    {
        final HeldLease left = INNERMOST.get();
        boolean isOutermost = true;
        for (HeldLease any = left.outer; any != null; any = any.outer)
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
