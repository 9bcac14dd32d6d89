// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

/**
 * A node sent what is not RESP, or more than the limits allow. Not repeated in the message is what it sent:
 * it may be an echo of secrets.
 */
final class ProtocolException extends RuntimeException
{
    private static final long serialVersionUID = 1;

    ProtocolException(final String message)
    {
        super(message, null, false, false);
    }
}
