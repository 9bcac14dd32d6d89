// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Whom an engine asks and tells: where tokens come from, who measures, who hears of its nodes and of what may
 * be wrong with them. Interfaces, and the words that they use; whoever makes an engine implements them.
 * <p>
 * Every room may use it; it knows no other room.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.port;
