// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A transport over blocking sockets, written to be read: see docs/write-a-transport.md.
 */
package dev.redlock.tck.plain;
