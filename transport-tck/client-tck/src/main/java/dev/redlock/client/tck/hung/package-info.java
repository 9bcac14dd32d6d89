// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What an application gives a client, and what then hangs: credentials, keys, managers, listeners.
 */
package dev.redlock.client.tck.hung;
