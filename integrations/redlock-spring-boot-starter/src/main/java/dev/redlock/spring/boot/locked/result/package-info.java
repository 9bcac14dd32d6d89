// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a method with a lock may return: nothing whose work goes on after the lock is released. Public for
 * the rest of the starter only.
 */
@NullMarked
package dev.redlock.spring.boot.locked.result;

import org.jspecify.annotations.NullMarked;
