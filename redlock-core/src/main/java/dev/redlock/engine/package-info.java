// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The lock itself, as a deterministic state machine: commands, replies, node events and time go in,
 * operations and notices come out; the same inputs give the same outputs. No clock, no thread, no socket, no
 * log in here; time is always an argument. Everything is allocated when the engine or a claim is made.
 * <p>
 * {@link dev.redlock.engine.Engine} is the way in. A {@link dev.redlock.engine.Claim} is one handle's wish
 * for one key; an {@code Attempt} is one owner token's life, from its draw to the last node that could hold
 * it; {@code Acquisition}, {@code Tenure} and {@code Release} are the three phases of that life,
 * and {@code Extension} the rounds that prolong the second.
 * <p>
 * <b>Threads:</b> nothing in this package is thread-safe. One thread drives an engine, see docs/threading.md.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine;
