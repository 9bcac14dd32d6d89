// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

/**
 * The direction of bytes through the proxy.
 */
public enum Direction
{
    /**
     * From the client to the server.
     */
    REQUESTS,

    /**
     * From the server to the client.
     */
    REPLIES
}
