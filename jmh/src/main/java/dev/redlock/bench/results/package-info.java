// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * From raw data to what people read: renders the folders of perf-results, and checks that what is committed
 * is what its raw data say. Nothing is typed by hand, and nothing depends on the day or the place of
 * rendering.
 */
package dev.redlock.bench.results;
