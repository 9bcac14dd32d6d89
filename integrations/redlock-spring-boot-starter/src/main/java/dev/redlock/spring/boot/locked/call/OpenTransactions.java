// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.call;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/*
 * Not an exception: tests that roll back surround everything with a transaction.
 *
 * What begins after the commit, such as an event's listener, finds the transaction still there. So the
 * warning waits for what only an open transaction comes to: its completion.
 */

/**
 * Warns, once per method, where a lock was released before a transaction of the caller ended: the next holder
 * read what was there before.
 */
public final class OpenTransactions
{
    private static final System.Logger LOG = System.getLogger("dev.redlock");
    private static final boolean ARE_THERE = ClassUtils.isPresent(
        "org.springframework.transaction.support.TransactionSynchronizationManager",
        OpenTransactions.class.getClassLoader());

    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /**
     * Before a lock is acquired.
     */
    public void watch(final String place, final Method method, final Class<?> type)
    {
        if (ARE_THERE && Manager.isOpen() && !warned.contains(place))
        {
            Manager.watch(this, place, method, type);
        }
    }

    private void warn(final String place, final String what)
    {
        if (warned.add(place))
        {
            LOG.log(System.Logger.Level.WARNING, "{0} was called in a transaction of its caller: {1}; put " +
                "@Locked on the method that begins the transaction, or outside of it", place, what);
        }
    }

    /*
     * Loaded only if there are transactions.
     */
    private static final class Manager
    {
        private static final TransactionAttributeSource ATTRIBUTES =
            new AnnotationTransactionAttributeSource();

        private static boolean isOpen()
        {
            return TransactionSynchronizationManager.isActualTransactionActive() &&
                TransactionSynchronizationManager.isSynchronizationActive();
        }

        private static void watch(final OpenTransactions transactions, final String place,
            final Method method, final Class<?> type)
        {
            final TransactionAttribute own = ATTRIBUTES.getTransactionAttribute(method, type);
            final int propagation =
                own == null ? TransactionDefinition.PROPAGATION_SUPPORTS : own.getPropagationBehavior();
            if (propagation == TransactionDefinition.PROPAGATION_REQUIRES_NEW)
            {
                return;
            }
            final String what = propagation == TransactionDefinition.PROPAGATION_NOT_SUPPORTED ?
                "it works outside of that (NOT_SUPPORTED), so the next holder sees its changes, but not " +
                "yet those that the caller has made" :
                "its lock was released before that ended, so the next holder did not see the changes " +
                "yet";
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization()
            {
                @Override
                public void beforeCompletion()
                {
                    transactions.warn(place, what);
                }
            });
        }
    }
}
