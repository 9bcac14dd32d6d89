// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The way to a lock: {@code Acquisition} asks all nodes at once and decides, {@code Fences} proposes fencing
 * tokens. When a lost attempt is followed by another says room wait.
 * <p>
 * What is won goes on to room lease, and so does what is lost, to be released. Only
 * {@link dev.redlock.engine.Engine} calls it, and {@code Withdrawal} beside it.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.acquire;
