// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Clocks that go wrong: ours, and those of nodes.
 */
package dev.redlock.client.tck.clock;
