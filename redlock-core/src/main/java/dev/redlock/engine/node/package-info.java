// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The data of a node: its connection, its round trips and clock, what it still has to answer and what waits
 * to be released; and the way to it, {@code Sender}, which fills in a command and keeps within the limits in
 * flight.
 * <p>
 * Others change a node by methods, each of which belongs to one class; docs/design.md lists them. The
 * machines ask it, and send by {@code Sender}. Nothing in here decides. Outside the engine only {@link
 * dev.redlock.engine.node.Admitted} and {@link dev.redlock.engine.node.UnaskedShare} are used.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.node;
