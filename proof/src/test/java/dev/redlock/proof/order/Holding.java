// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.order;

import java.util.Arrays;

/**
 * One acquisition, as its process saw it, by the monotonic clock that all processes of a machine share.
 *
 * @param process   its number.
 * @param token     the fencing token.
 * @param askedNs   before the lock was asked for.
 * @param gotNs     when it was there.
 * @param endNs     before it was released.
 * @param isWritten whether the resource took a write with the token.
 * @param isHeld    whether the lock was still held at the end.
 */
record Holding(
    int process, long token, long askedNs, long gotNs, long endNs, boolean isWritten, boolean isHeld)
{
    static Holding parse(final int process, final String line)
    {
        final long[] numbers = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();

        return new Holding(
            process, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4] == 1, numbers[5] == 1);
    }
}
