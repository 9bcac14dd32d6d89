// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What an application's listeners hear. The runtime calls them itself and cannot name what is above it.
 * <p>
 * Internal: applications name the listeners of {@code dev.redlock}.
 */
@NullMarked
package dev.redlock.news;

import org.jspecify.annotations.NullMarked;
