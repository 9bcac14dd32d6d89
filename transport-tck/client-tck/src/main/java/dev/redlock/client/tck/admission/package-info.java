// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Nodes that may not vote, or not do what is asked of them.
 */
package dev.redlock.client.tck.admission;
