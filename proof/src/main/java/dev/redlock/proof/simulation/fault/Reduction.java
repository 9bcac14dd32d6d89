// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.fault;

import java.util.EnumSet;
import java.util.Set;

/**
 * A smaller version of a history: the same seed with less of it.
 *
 * @param without   faults that do not strike.
 * @param stormTtls the most times to live that the storm lasts.
 * @param clients   at most.
 */
public record Reduction(Set<Fault> without, int stormTtls, int clients)
{
    /**
     * All of it.
     */
    public static final Reduction NONE =
        new Reduction(EnumSet.noneOf(Fault.class), Integer.MAX_VALUE, Integer.MAX_VALUE);

    /**
     * The options of the command line that say the same.
     *
     * @return empty for {@link #NONE}, else begins with a space.
     */
    public String options()
    {
        final StringBuilder text = new StringBuilder();
        if (!without.isEmpty())
        {
            text.append(" --without ").append(String.join(",", without.stream().map(Fault::label).toList()));
        }
        if (stormTtls != Integer.MAX_VALUE)
        {
            text.append(" --storm ").append(stormTtls);
        }
        if (clients != Integer.MAX_VALUE)
        {
            text.append(" --clients ").append(clients);
        }

        return text.toString();
    }
}
