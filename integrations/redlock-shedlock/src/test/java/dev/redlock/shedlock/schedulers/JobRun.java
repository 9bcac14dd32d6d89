// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.schedulers;

import java.util.Arrays;

/**
 * One run of the job, as its process saw it, by the monotonic clock that all processes of a machine share.
 *
 * @param process its number.
 * @param askedNs before its scheduler asked for the lock.
 * @param startNs when the job began.
 * @param endNs   when it had done its work.
 */
record JobRun(int process, long askedNs, long startNs, long endNs)
{
    static JobRun parse(final String line)
    {
        final long[] numbers = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();

        return new JobRun((int)numbers[0], numbers[1], numbers[2], numbers[3]);
    }

    String line()
    {
        return process + " " + askedNs + " " + startNs + " " + endNs;
    }
}
