// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Asks the application's {@link dev.redlock.spi.address.Credentials} before each connection, on other threads
 * than those that drive connections. Knows nothing of locks, nor anything else of the runtime.
 * <p>
 * {@code settings} wraps the credentials of the nodes; {@code threads} and {@code operators}, which open
 * transports, have them asked.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.login;
