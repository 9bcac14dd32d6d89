// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A distributed lock over N independent Redis or Valkey masters.
 * <p>
 * {@link dev.redlock.Redlock} is the client. {@link dev.redlock.LockHandle} is the fast, reusable way to one
 * key; {@link dev.redlock.Lease} is the convenient way, for try-with-resources; {@link
 * dev.redlock.RedlockLock} looks like {@link java.util.concurrent.locks.Lock}. {@link dev.redlock.Redlock}
 * says what the lock promises, and on what terms.
 */
@NullMarked
package dev.redlock;

import org.jspecify.annotations.NullMarked;
