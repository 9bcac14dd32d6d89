// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a client does while all is well: acquire, wait, extend, close.
 */
package dev.redlock.client.tck.behaviour;
