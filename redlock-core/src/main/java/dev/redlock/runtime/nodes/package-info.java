// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is known of the nodes. {@link dev.redlock.runtime.nodes.NodeWatch} has them admitted and tells the
 * news, on the engine's thread; {@link dev.redlock.runtime.nodes.NodeBoard} shows the latest of each on any.
 * <p>
 * {@code threads} tells the watch what happens; {@code client} reads the board.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.nodes;
