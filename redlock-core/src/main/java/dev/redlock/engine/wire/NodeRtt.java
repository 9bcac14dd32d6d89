// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

/**
 * How long a node has lately taken to answer, and how long to wait for it.
 */
public final class NodeRtt
{
    /*
     * Two windows of a few seconds: one being filled, one whole. The timeout follows the worse 99.9th
     * percentile of the two, so that a node that became slower (its late answers are recorded, too) soon has
     * the time it needs, and one that recovered loses it again. Without any sample the upper bound holds.
     */
    private static final long WINDOW_NS = 2_000_000_000L;
    private static final long RECOMPUTE_NS = 10_000_000L;
    private static final int FACTOR = 3;

    /*
     * All answers of one window may share a delay, such as one of our own machine.
     */
    private static final int LATE_WINDOWS = 2;

    private final long minTimeoutNs;
    private final long maxTimeoutNs;
    private RttWindow filling = new RttWindow();
    private RttWindow whole = new RttWindow();
    private long windowStartNs;
    private long computedNs;
    private boolean isComputed;
    private int lateWindows;
    private long timeoutNs;

    public NodeRtt(final long minTimeoutNs, final long maxTimeoutNs, final long nowNs)
    {
        this.minTimeoutNs = minTimeoutNs;
        this.maxTimeoutNs = maxTimeoutNs;
        timeoutNs = maxTimeoutNs;
        windowStartNs = nowNs;
    }

    public void record(final long durationNs, final long nowNs)
    {
        filling.record(durationNs);

        if (durationNs > timeoutNs && (!isComputed || nowNs - computedNs > RECOMPUTE_NS))
        {
            compute(nowNs);
        }
    }

    /**
     * Turns the windows and follows with the timeout. To be called about every heartbeat.
     */
    public void refresh(final long nowNs)
    {
        if (nowNs - windowStartNs > WINDOW_NS && !filling.isEmpty())
        {
            final RttWindow old = whole;
            whole = filling;
            filling = old;
            filling.clear();
            windowStartNs = nowNs;
            lateWindows = whole.medianNs() > maxTimeoutNs ? Math.min(lateWindows + 1, LATE_WINDOWS) : 0;
        }

        compute(nowNs);
    }

    /**
     * How long to wait for the node's vote: adaptive, bounded, and small against the time to live.
     */
    public long timeoutNs(final long ttlNs)
    {
        return Math.min(timeoutNs, ttlNs / 4);
    }

    /**
     * How long most answers take, if that has been longer than the node can be waited for twice in a row. To
     * be called after {@link #refresh(long)}.
     *
     * @return the median of the last seconds; 0 if it is within the limit, or little is known.
     */
    public long beyondLimitNs()
    {
        return lateWindows < LATE_WINDOWS ? 0 : whole.medianNs();
    }

    private void compute(final long nowNs)
    {
        computedNs = nowNs;
        isComputed = true;

        if (!filling.isEmpty() || !whole.isEmpty())
        {
            final long worstNs = Math.max(filling.nearlyWorstNs(), whole.nearlyWorstNs());
            timeoutNs = Math.max(minTimeoutNs, Math.min(maxTimeoutNs, FACTOR * worstNs));
        }
    }
}
