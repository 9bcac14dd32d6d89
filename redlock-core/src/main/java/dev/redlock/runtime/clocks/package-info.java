// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The clocks of a lease: the application's wall clock, which may throw, and a monotonic clock that is ahead
 * by what it missed while the machine stood still.
 * <p>
 * {@code threads} makes one of each per engine. {@code client} reads what is left of a lease by the second,
 * and {@code nodes} dates its news by the first.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.clocks;
