/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.testkit.faults;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits for what nobody notifies of: looks, again and again, until a condition holds or a deadline has
 * passed. What was seen last is in the message of the failure.
 * <p>
 * Only a look that began after the deadline is the last one: a machine that stood still in the middle of an
 * earlier look has not shown that the condition does not hold.
 */
final class Await
{
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Runnable between;

    /**
     * @param between is run between two looks: whatever makes the world go on.
     */
    Await(final Runnable between)
    {
        this.between = between;
    }

    /**
     * For a world that goes on by itself.
     */
    static Await parking()
    {
        return new Await(() -> LockSupport.parkNanos(PAUSE_NS));
    }

    <T> T until(
        final String what, final Duration within, final Supplier<T> look, final Predicate<? super T> isThere)
    {
        final long deadlineNs = System.nanoTime() + within.toNanos();
        while (true)
        {
            final long lookNs = System.nanoTime();
            final T seen = look.get();
            if (isThere.test(seen))
            {
                return seen;
            }
            if (lookNs - deadlineNs >= 0)
            {
                throw new AssertionError("not within " + within + ": " + what + "; seen last: " + seen);
            }
            if (Thread.currentThread().isInterrupted())
            {
                throw new AssertionError("interrupted while waiting for: " + what + "; seen last: " + seen);
            }
            between.run();
        }
    }

    void until(final String what, final Duration within, final BooleanSupplier condition)
    {
        until(what, within, condition::getAsBoolean, Boolean::booleanValue);
    }

    /**
     * Until the monotonic clock says so; for faults that have to last.
     */
    void untilNs(final long instantNs)
    {
        while (System.nanoTime() - instantNs < 0)
        {
            between.run();
        }
    }
}
