// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import dev.redlock.spi.address.Credentials;

/**
 * Why a connection ended or never came to be.
 */
public enum DownReason
{
    /**
     * The name could not be resolved.
     */
    UNRESOLVED,

    /**
     * Our own {@link Credentials}, or managers for TLS, were not given in time. Core says so; a transport is
     * asked to connect only when it has them. Or those managers had not ended their look at a certificate
     * when the transport was told to disconnect.
     */
    CREDENTIALS,

    /**
     * Nobody accepted the connection, or not in time. If its machine refused it the detail says {@code
     * connection refused}: only this proves that nobody listens there.
     */
    UNREACHABLE,

    /**
     * TLS failed: certificate, host name, protocol.
     */
    TLS,

    /**
     * The dialogue refused the node; the detail is {@link Dialogue#refusal()}.
     */
    REFUSED,

    /**
     * The node sent something that is not RESP, or more than the limits allow.
     */
    PROTOCOL,

    /**
     * The node, or the network, ended the connection.
     */
    CLOSED,

    /**
     * {@link Transport#disconnect(Connection)} or {@link Transport#close()} was called.
     */
    LOCAL
}
