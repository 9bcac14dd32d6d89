// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A load on locks, closed or open, and what it measured: by it the command {@code bench}, the rig and the
 * benchmarks drive whatever they measure. A {@link dev.redlock.load.Cycle} is any lock that callers wait for,
 * ours or another's; a {@link dev.redlock.load.FlyingLoad} keeps handles of ours in flight.
 */
package dev.redlock.load;
