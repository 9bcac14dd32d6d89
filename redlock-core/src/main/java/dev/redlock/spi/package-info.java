// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The narrow waist between the engine, which decides, and a transport, which carries.
 * <p>
 * A transport moves commands to nodes and replies back. It does not know what a vote is, does not keep time
 * for anybody, does not decide when to reconnect and never sends anything again. Whoever writes a transport
 * needs this package only; the conformance suite in the test kit says when the work is done.
 */
package dev.redlock.spi;
