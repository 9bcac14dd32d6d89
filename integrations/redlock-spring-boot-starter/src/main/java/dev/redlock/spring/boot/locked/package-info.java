// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The machinery of {@link dev.redlock.spring.boot.Locked}: which methods have a lock, what is planned for
 * each when the application starts, and the interceptor that holds the lock around a call. Nothing but the
 * configuration is for users.
 */
@NullMarked
package dev.redlock.spring.boot.locked;

import org.jspecify.annotations.NullMarked;
