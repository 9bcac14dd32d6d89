// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is said to a node, and what an answer tells: what each kind of lock is on a node, the vote that a
 * reply is worth, the round trip, the node's clock. Only {@link dev.redlock.engine.wire.Primitive} makes
 * votes of replies.
 * <p>
 * Rules and measurements without a node: they get answers and times as arguments. Outside the engine, {@link
 * dev.redlock.engine.wire.Commands} is handed to a transport, and {@link dev.redlock.engine.wire.Buckets} to
 * histograms; the rest is the engine's.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.wire;
