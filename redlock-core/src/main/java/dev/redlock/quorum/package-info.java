// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The arithmetic that carries the safety argument: how many votes are enough, what has been decided, and
 * until when a lease is worth anything. Pure: no clock, no thread, no I/O; imports {@code java.lang} only.
 */
package dev.redlock.quorum;
