// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Locks for ShedLock. {@link dev.redlock.shedlock.RedlockLockProvider} is the bean that it asks for; it says
 * what becomes of {@code lockAtMostFor} and {@code lockAtLeastFor}, and what is not protected.
 */
@NullMarked
package dev.redlock.shedlock;

import org.jspecify.annotations.NullMarked;
