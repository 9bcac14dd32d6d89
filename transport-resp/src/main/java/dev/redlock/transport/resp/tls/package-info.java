// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * TLS for transports: which certificates, read from where, and handshakes whose slow steps do not keep the
 * engine thread waiting.
 */
package dev.redlock.transport.resp.tls;
