// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Locks for Spring Integration. {@link dev.redlock.spring.integration.RedlockLockRegistry} is its registry of
 * locks; what they promise is said there.
 */
@NullMarked
package dev.redlock.spring.integration;

import org.jspecify.annotations.NullMarked;
