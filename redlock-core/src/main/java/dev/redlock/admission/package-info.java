// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who may vote: what every node is asked when a connection to it stands, what the answers mean, and which
 * nodes are turned away because their vote would be worth nothing, or counted twice.
 * <p>
 * Imports {@code dev.redlock.spi} and nothing else of ours. No thread, no clock, no socket: the transport
 * carries the questions as a {@link dev.redlock.spi.Dialogue}, the runtime asks {@link
 * dev.redlock.admission.Admission} what came of it.
 */
package dev.redlock.admission;
