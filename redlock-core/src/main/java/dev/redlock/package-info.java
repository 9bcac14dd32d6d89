// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A distributed lock over N independent Redis or Valkey masters.
 * <p>
 * {@link dev.redlock.Redlock} is the client; it says what the lock promises, and on what terms. Its {@code
 * run} and {@code call} do work under a lock. {@link dev.redlock.Lease} is for try-with-resources; {@link
 * dev.redlock.LockHandle} is the fast, reusable way to one key; {@link dev.redlock.RedlockLock} looks like
 * {@link java.util.concurrent.locks.Lock}. {@link dev.redlock.RedlockException} has a class per remedy.
 *
 * @serial exclude
 */
@NullMarked
package dev.redlock;

import org.jspecify.annotations.NullMarked;
