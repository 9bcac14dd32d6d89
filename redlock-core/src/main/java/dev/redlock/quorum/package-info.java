// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The arithmetic of the safety argument: which votes are enough, what is decided, and how long a lease is
 * valid. Pure: no clock, no thread, no I/O; imports {@code java.lang} only.
 * <p>
 * Internal, all but {@link dev.redlock.quorum.Drift}: may change in any release.
 */
package dev.redlock.quorum;
