// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

/**
 * How a connection ends.
 */
public enum Cut
{
    /**
     * With RST: the peer's next read or write fails. Bytes that the peer has not read yet may be lost.
     */
    RESET,

    /**
     * With FIN: the peer reads what was written, and then the end of the stream.
     */
    FIN
}
