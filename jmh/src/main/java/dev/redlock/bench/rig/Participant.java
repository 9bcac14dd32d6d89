// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.List;
import java.util.Map;

/**
 * A contender in a case, over all rounds.
 */
interface Participant extends AutoCloseable
{
    /**
     * What one measurement came to.
     *
     * @param figures the tail of a row.
     * @param text    a line for people.
     */
    record Measured(Map<String, ?> figures, String text)
    {
    }

    /**
     * Connects, for one round.
     */
    void open(List<String> uris, String trust);

    /**
     * Makes load in slices until it has made so many cycles: a slow contender is still cold after the time
     * that is enough for others.
     *
     * @param sliceMs length of a slice.
     * @param cycles  to be made.
     * @param mostMs  the longest time.
     * @return how many it made; 0 if it does not need any.
     */
    long warmUp(long sliceMs, long cycles, long mostMs);

    /**
     * Makes load and measures.
     *
     * @param warmupMs load that does not count.
     * @param hgrm     file for the distribution; empty for none.
     */
    Measured measure(long warmupMs, String hgrm);

    /**
     * Disconnects.
     */
    void leave();

    @Override
    void close();
}
