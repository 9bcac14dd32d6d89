// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

/**
 * A key as one transport has prepared it. Made by {@link Transport#prepare(byte[])}, returned in {@link
 * Operation#key()}, opaque to everybody else.
 */
public interface PreparedKey
{
    /**
     * Length of the key.
     *
     * @return the number of bytes of the key itself.
     */
    int length();
}
