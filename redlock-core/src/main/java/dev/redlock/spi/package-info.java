// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The narrow waist between the engine, which decides, and a transport, which carries.
 * <p>
 * A transport moves commands to nodes and replies back. It does not know what a vote is, keeps no time, does
 * not decide when to reconnect and never sends anything again. Authors of a transport need only this package
 * and {@code dev.redlock.spi.address}; the conformance suite decides when they are done.
 */
@NullMarked
package dev.redlock.spi;

import org.jspecify.annotations.NullMarked;
