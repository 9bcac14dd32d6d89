// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * From the key of {@link dev.redlock.spring.boot.Locked}, an expression, to the text of one call. Public for
 * the rest of the starter only.
 */
@NullMarked
package dev.redlock.spring.boot.locked.key;

import org.jspecify.annotations.NullMarked;
