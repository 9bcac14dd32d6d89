// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.util.CheckedCallable;
import org.springframework.integration.util.CheckedRunnable;

/**
 * A lock that is held for work. What its end throws does not hide what the work has thrown.
 *
 * @param lock held by this thread.
 */
record LockedWork(DistributedLock lock) implements AutoCloseable
{
    <E extends Throwable> void run(final CheckedRunnable<E> work) throws E
    {
        work.run();
    }

    <T, E extends Throwable> T call(final CheckedCallable<T, E> work) throws E
    {
        return work.call();
    }

    @Override
    public void close()
    {
        lock.unlock();
    }
}
