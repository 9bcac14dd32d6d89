// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Nodes without what they kept, and the votes that they are denied.
 */
package dev.redlock.client.tck.memory;
