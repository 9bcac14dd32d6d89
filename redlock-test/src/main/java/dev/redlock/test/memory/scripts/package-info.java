// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What scripts do on nodes in memory, which know no Lua: each in Java, beside the node's script cache.
 */
package dev.redlock.test.memory.scripts;
