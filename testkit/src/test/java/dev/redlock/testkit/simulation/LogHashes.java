/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.testkit.simulation;

import java.util.stream.LongStream;

/**
 * Prints the hashes of the event logs of some histories, one a line: run on another JDK, to compare.
 */
public final class LogHashes
{
    private LogHashes()
    {
    }

    /**
     * Entry point.
     *
     * @param args number of histories.
     */
    public static void main(final String[] args)
    {
        final StringBuilder lines = new StringBuilder();
        for (final long hash : of(Integer.parseInt(args[0])))
        {
            lines.append(Long.toHexString(hash)).append('\n');
        }
        System.out.print(lines);
    }

    static long[] of(final int histories)
    {
        return LongStream.range(0, histories).parallel()
            .map((seed) -> Simulation.logHash(seed, Envelope.INSIDE)).toArray();
    }
}
