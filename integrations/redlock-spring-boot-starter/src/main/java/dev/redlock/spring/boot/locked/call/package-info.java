// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a call has on its thread: the leases that it is under, the transactions that are open, and how long
 * it waited. Public for the rest of the starter only.
 */
@NullMarked
package dev.redlock.spring.boot.locked.call;

import org.jspecify.annotations.NullMarked;
