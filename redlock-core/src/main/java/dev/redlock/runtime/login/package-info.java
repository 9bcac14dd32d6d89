// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Asks the application's {@link dev.redlock.spi.Credentials} before each connection, on other threads than
 * those that drive connections. Knows nothing of locks.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.login;
