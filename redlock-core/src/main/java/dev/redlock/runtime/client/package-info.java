// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * One client, from start to close, and the handles of its keys: what the package {@code dev.redlock} calls.
 * {@link dev.redlock.runtime.client.Client} makes what it needs of the other packages;
 * {@link dev.redlock.runtime.client.Handle} is an application's side of a lock, and {@code EngineSide} the
 * engine's.
 * <p>
 * Knows the rest of the runtime, and nothing of the runtime knows it. A handle may be called on any thread,
 * unless the client is in invoker mode; {@code EngineSide} belongs to the engine's thread.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.client;
