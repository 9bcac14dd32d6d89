// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The process of a client: its start, its means, its output, and others beside it.
 */
package dev.redlock.client.tck.process;
