// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Nodes that die, stand still, flood, answer wrongly or are two of one machine.
 */
package dev.redlock.client.tck.node;
