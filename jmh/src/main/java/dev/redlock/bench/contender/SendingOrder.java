// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * In which order a client asks the nodes.
 */
public enum SendingOrder
{
    /**
     * All at once.
     */
    PARALLEL(true, false),

    /**
     * One after the other's answer, in the order in which they are configured: the same for all clients.
     */
    SEQUENTIAL(false, false),

    /**
     * One after the other's answer, the one with the shortest round trip first: each client has its own.
     */
    SEQUENTIAL_FASTEST_FIRST(false, true);

    private final boolean parallel;
    private final boolean fastestFirst;

    SendingOrder(final boolean parallel, final boolean fastestFirst)
    {
        this.parallel = parallel;
        this.fastestFirst = fastestFirst;
    }

    boolean isParallel()
    {
        return parallel;
    }

    int[] sequence(final long[] delaysNs)
    {
        return fastestFirst ?
            IntStream.range(0, delaysNs.length).boxed().sorted(Comparator.comparingLong((i) -> delaysNs[i]))
                .mapToInt(Integer::intValue).toArray() :
            IntStream.range(0, delaysNs.length).toArray();
    }

    /**
     * The name in results.
     *
     * @return lower case.
     */
    public String label()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The order with a name.
     *
     * @param label as {@link #label()} gives it.
     * @return the order.
     */
    public static SendingOrder of(final String label)
    {
        return Arrays.stream(values()).filter((order) -> order.label().equals(label)).findFirst().orElseThrow(
            () -> new IllegalArgumentException("there is no order '" + label + "'"));
    }
}
