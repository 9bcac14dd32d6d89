// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A heap that is full while locks are held.
 */
package dev.redlock.client.tck.heap;
