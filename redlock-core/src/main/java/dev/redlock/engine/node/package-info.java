// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The data of a node: its connection, its round trips and clock, what it still has to answer and what waits
 * to be released; and the way to it, {@code Wire}, which fills in a command and keeps within the limits in
 * flight.
 * <p>
 * Room watch sets the fields that say how a node is; rooms lease and acquire ask it, and send by {@code
 * Wire}. Nothing in here decides. Outside the engine only {@link dev.redlock.engine.node.UnaskedShare} is
 * used.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.node;
