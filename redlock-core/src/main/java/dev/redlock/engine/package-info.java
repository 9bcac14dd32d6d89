// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The lock itself, as a deterministic state machine: commands, replies, node events and time go in,
 * operations and notices come out; the same inputs give the same outputs. No clock, no thread, no socket, no
 * log in here; time is always an argument. Everything is allocated when the engine or a claim is made.
 * <p>
 * {@link dev.redlock.engine.Engine} is the way in, and knows all rooms. Below it each room knows those that
 * come after it, and none before: {@code acquire}, {@code wait}, {@code lease} and {@code watch} are the
 * machines, {@code node} and {@code claim} the data that they move, {@code wire} and {@code settings} the
 * rules, {@code port} whom it asks and tells. Public means for another room; docs/design.md lists what may be
 * used from outside the engine.
 * <p>
 * <b>Threads:</b> nothing in these packages is thread-safe. One thread drives an engine, see
 * docs/threading.md.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine;
