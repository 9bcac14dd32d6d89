// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the author of a transport says: which transport it is, and in which mode the client is driven.
 */
package dev.redlock.client.tck.choice;
