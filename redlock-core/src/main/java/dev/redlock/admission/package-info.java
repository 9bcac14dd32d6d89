// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who may vote: the questions to every node on a new connection, what the answers mean, and which nodes are
 * refused because their vote would be worthless, or counted twice.
 * <p>
 * Of our packages it imports only {@code dev.redlock.spi}. No thread, no clock, no socket: the transport
 * carries the questions as a {@link dev.redlock.spi.Dialogue}, and the runtime asks {@link
 * dev.redlock.admission.Admission} for the result.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.admission;
