// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Connections that end or fall silent, answers that come late or never, and the rounds in which they do.
 */
package dev.redlock.client.tck.network;
