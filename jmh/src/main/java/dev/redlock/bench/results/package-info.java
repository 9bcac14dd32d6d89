// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * From raw data to what people read: renders the folders of perf-results. Nothing is typed by hand, and no
 * text depends on the day or the place of rendering, so a test checks that what is committed is what its raw
 * data say.
 */
package dev.redlock.bench.results;
