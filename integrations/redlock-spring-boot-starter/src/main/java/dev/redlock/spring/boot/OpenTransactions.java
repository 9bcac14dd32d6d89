// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/*
 * Not an exception: tests that roll back surround everything with a transaction.
 */

/**
 * Warns, once per method, where a lock is acquired inside a transaction of the caller: it is released before
 * that commits, and the next holder reads what was there before.
 */
final class OpenTransactions
{
    private static final System.Logger LOG = System.getLogger("dev.redlock");
    private static final boolean ARE_THERE = ClassUtils.isPresent(
        "org.springframework.transaction.support.TransactionSynchronizationManager",
        OpenTransactions.class.getClassLoader());

    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    void warn(final String place)
    {
        if (ARE_THERE && Manager.isOpen() && warned.add(place))
        {
            LOG.log(System.Logger.Level.WARNING, "{0} is called in a transaction of its caller: its lock " +
                "is released before that commits, so the next holder does not see the changes yet; put " +
                "@Locked on the method that begins the transaction, or outside of it", place);
        }
    }

    /*
     * Loaded only if there are transactions.
     */
    private static final class Manager
    {
        private static boolean isOpen()
        {
            return TransactionSynchronizationManager.isActualTransactionActive();
        }
    }
}
