// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Questions of operators to single nodes, on a thread and connections of their own. Knows nothing of locks,
 * and locks know nothing of it.
 * <p>
 * {@link dev.redlock.runtime.operators.OperatorDesk} is the way in. {@code client} makes one, and
 * {@code declaration} asks by it.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.operators;
