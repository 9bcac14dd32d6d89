// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a folder of results holds: rounds with their figures, percentiles, scores of JMH; and their medians
 * and spreads. Knows nothing of tables and plots.
 */
package dev.redlock.bench.results.raw;
