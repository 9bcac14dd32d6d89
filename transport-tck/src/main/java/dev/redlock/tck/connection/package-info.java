// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The rules of a connection, from the provider to the end: connect, greet, call back, poll, reset, close, and
 * on which threads.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.tck.connection;
