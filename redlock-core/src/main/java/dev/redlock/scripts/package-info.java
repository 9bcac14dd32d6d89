// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The Lua scripts of locks and markers, and the commands that can take the place of one.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.scripts;
