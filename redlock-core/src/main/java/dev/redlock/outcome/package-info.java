// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The names of what can happen: outcomes of calls, causes of single votes, counters. Shared by all layers;
 * imports {@code java.lang} only.
 */
@NullMarked
package dev.redlock.outcome;

import org.jspecify.annotations.NullMarked;
