// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The way to a lock: {@code Acquisition} asks all nodes at once and decides, {@code Capacity} knows whether
 * it is worth asking, {@code Pauses} keeps the claims that wait for their next attempt, {@code Manners} has
 * them give way to others, {@code Fences} proposes fencing tokens.
 * <p>
 * What is won goes on to room lease, and so does what is lost, to be released. Only
 * {@link dev.redlock.engine.Engine} calls it, and {@code Withdrawal} beside it.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.acquire;
