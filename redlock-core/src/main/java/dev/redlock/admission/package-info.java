// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who may vote: the questions to every node on a new connection, what the answers mean, and which nodes are
 * refused because their vote would be worthless, or counted twice.
 * <p>
 * It knows the SPI, scripts and words for people. No thread, no clock, no socket: the transport carries the
 * questions as a {@link dev.redlock.spi.Dialogue}, and the runtime asks {@link
 * dev.redlock.admission.Admission} for the result.
 * <p>
 * Here are the dialogue, what it found out of a node, and where which process sits. Below are what was
 * declared ({@code marker}), what servers say ({@code info}) and who we are to them ({@code login}).
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.admission;
