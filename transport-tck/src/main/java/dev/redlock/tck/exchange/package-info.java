// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The rules of what goes over a connection: commands, replies in all shapes, exactly one answer, what is
 * lost, and how much may be under way.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.tck.exchange;
