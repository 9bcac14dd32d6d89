// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.util.Optional;

import dev.redlock.Lease;
import dev.redlock.spring.boot.locked.call.HeldLease;

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
    private LockedContext()
    {
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
        return HeldLease.innermost();
    }
}
