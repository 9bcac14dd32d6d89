// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Drives an engine: the only place that knows threads, parking and the system's clocks. It is sorted into
 * packages, and docs/design.md draws which of them may know which. Applications use the package
 * {@code dev.redlock}; nothing in here is meant for them.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime;
