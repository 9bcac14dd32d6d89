// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Clients that wait in line at the nodes: who comes next, and what of that outlives faults of clients and
 * nodes.
 */
package dev.redlock.client.tck.line;
