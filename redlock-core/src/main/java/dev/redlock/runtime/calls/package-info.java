// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How a call gets from a caller's thread to the engine's, and its result back. A
 * {@link dev.redlock.runtime.calls.Command} goes one way through the
 * {@link dev.redlock.runtime.calls.Inbox}; a {@link dev.redlock.runtime.calls.Call} is a command that is
 * answered.
 * <p>
 * Knows nothing else of the runtime. {@code threads} empties the inbox; {@code client} says what its
 * commands do.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.calls;
