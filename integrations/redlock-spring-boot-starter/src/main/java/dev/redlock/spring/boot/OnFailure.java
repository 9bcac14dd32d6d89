// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

/**
 * What becomes of a call to a method that is {@link Locked} when the lock is not obtained.
 */
public enum OnFailure
{
    /**
     * The caller gets the exception, whose class is the kind of remedy.
     */
    THROW,

    /**
     * The method is skipped if somebody else has the lock, or patience was over before an attempt could win
     * and no node is to blame: exactly where {@link dev.redlock.LockContendedException} would be thrown. The
     * caller gets null, an empty {@link java.util.Optional}, or a future of these. An outage is never
     * skipped: then nobody does the work, and that must be seen.
     */
    SKIP
}
