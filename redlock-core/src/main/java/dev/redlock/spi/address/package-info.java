// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Where a node is, and how one is let in: what applications give to the builder, and a transport finds in the
 * connections and in the context that it is opened with.
 */
@NullMarked
package dev.redlock.spi.address;

import org.jspecify.annotations.NullMarked;
