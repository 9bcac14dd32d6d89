// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * What the client measures, besides the round trips of each node. All but {@link #DRIFT_PPM} are times
 * in nanoseconds, in histograms and sums alike.
 */
public enum Quantity
{
    /**
     * From a call, when the engine takes it, to the start of the attempt that wins: in line behind others,
     * and in pauses between attempts. Nanoseconds. {@link #ACQUIRE} follows.
     */
    WAIT("wait"),

    /**
     * From the start of a winning attempt to its decision. Nanoseconds.
     */
    ACQUIRE("acquire"),

    /**
     * From the start of a winning extension to its decision. Nanoseconds.
     */
    EXTEND("extend"),

    /**
     * From a release to its confirmation by a quorum. Nanoseconds.
     */
    RELEASE("release"),

    /**
     * From the start of a winning attempt to the release. Nanoseconds.
     */
    HOLD("hold"),

    /**
     * Validity that was left when an attempt was won. Nanoseconds. Alarm when the minimum of an interval is
     * low against the time to live.
     */
    VALIDITY_MARGIN("validity-margin"),

    /**
     * How fast a node's clock may have gained on ours, at worst, at each of its samples; 0 for a clock that
     * loses. In parts per million, so neither a time nor worth a sum. Values above the drift allowance
     * endanger exclusion. High in the first minute of a connection, because samples a second apart are
     * imprecise.
     */
    DRIFT_PPM("drift-ppm");

    private final String label;

    Quantity(final String label)
    {
        this.label = label;
    }

    /**
     * A readable name, as in the tags of a metrics log.
     *
     * @return in lower case, with hyphens.
     */
    public String label()
    {
        return label;
    }
}
