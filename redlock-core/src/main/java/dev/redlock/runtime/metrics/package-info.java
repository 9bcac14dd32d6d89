// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Counters and histograms of one engine. The engine's thread writes them, without allocation and without
 * waiting; any thread reads them.
 * <p>
 * Who has something to count may use it. It knows nothing else of the runtime.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.metrics;
