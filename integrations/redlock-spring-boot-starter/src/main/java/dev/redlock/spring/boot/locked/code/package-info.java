// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the code of a bean calls on its own object: that passes no proxy, and so no lock. Public for the rest
 * of the starter only.
 */
@NullMarked
package dev.redlock.spring.boot.locked.code;

import org.jspecify.annotations.NullMarked;
