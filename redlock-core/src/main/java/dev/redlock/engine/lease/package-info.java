// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A lock from the moment it is won: {@code Tenure} while it lasts, {@code Extension} and {@code BackFill} to
 * make it last, {@code Release} to end it on every node. And the ballot that all rounds share: an answer
 * becomes a vote that counts, at once or when it is durable.
 * <p>
 * It knows the nodes and what is watched of them, not how a lock is acquired. Nobody outside the engine may
 * use it.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.lease;
