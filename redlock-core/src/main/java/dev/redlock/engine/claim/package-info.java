// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The data of a lock: a {@link dev.redlock.engine.claim.Claim} is one handle's wish for one key, in line with
 * others; an {@code Attempt} is one owner token's life, and a {@code Round} one question to all nodes on its
 * behalf. {@code Timers} wakes what has to be looked at.
 * <p>
 * Transitions are methods, with assertions; docs/design.md lists who calls those that change an attempt, a
 * claim or its line.
 * The data knows no machine, and no node. Outside the engine, a claim is made with its line and its listener,
 * read by its public methods, and handed to {@link dev.redlock.engine.Engine}.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.claim;
