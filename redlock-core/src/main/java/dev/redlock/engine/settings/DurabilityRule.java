// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import dev.redlock.text.DurationText;

/**
 * How a node confirms that a vote is durable, for locks that ask for it.
 *
 * @param atMostNs how long it may take, whole milliseconds; 0 if no lock may ask.
 * @param replicas that must have the vote in memory; 0 for the node's own disk instead.
 * @param barrier  key that is written before the question, behind the vote: the question is about what the
 *                 connection that asks has written last, and without a write of its own about nothing.
 */
public record DurabilityRule(long atMostNs, int replicas, String barrier)
{
    /**
     * No lock may ask for durable votes.
     */
    public static final DurabilityRule NONE = new DurabilityRule(0, 0, "");

    /**
     * What follows the prefix of a client in the name of that key.
     */
    public static final String BARRIER = "redlock:barrier";

    /**
     * Longer than any lease goes without a vote, so that a node which is full has the key still: 30 days.
     */
    private static final String BARRIER_TTL_MS = "2592000000";

    private static final int SHARE = 3;
    private static final long LONGEST_NS = 60_000_000_000L;

    /**
     * Checks the bounds.
     */
    public DurabilityRule
    {
        if (atMostNs != 0 && (atMostNs < ClaimOptions.NS_PER_MS || atMostNs > LONGEST_NS))
        {
            throw new IllegalArgumentException("durable votes may take " + DurationText.of(atMostNs) +
                " but it must be 1 ms to " + DurationText.of(LONGEST_NS) +
                ": a node that is asked without a limit waits for ever; name another time");
        }
        if (replicas < 0)
        {
            throw new IllegalArgumentException("durable votes are to be on " + replicas +
                " replicas, but it must be at least 1");
        }
    }

    /**
     * Whether locks may ask for durable votes.
     *
     * @return false for {@link #NONE}.
     */
    public boolean isGiven()
    {
        return atMostNs != 0;
    }

    /**
     * Refuses locks that ask for what this client cannot have confirmed, or not within their life.
     *
     * @param options of the locks.
     * @throws IllegalArgumentException that names the setting.
     */
    public void check(final ClaimOptions options)
    {
        if (!options.isDurable())
        {
            return;
        }
        if (!isGiven())
        {
            throw new IllegalArgumentException("withDurableVotes() asks for votes that nodes confirm to be " +
                "durable, but this client has no second connections for it: build it with " +
                "durableVotes(…) or replicatedVotes(…)");
        }
        if (options.ttlNs() < SHARE * atMostNs)
        {
            throw new IllegalArgumentException("time to live is " + DurationText.spaced(options.ttlNs()) +
                " but for durable votes, which may take " + DurationText.spaced(atMostNs) +
                ", it must be at least " + DurationText.spaced(SHARE * atMostNs) +
                ": what a vote takes is gone from the validity; use a longer one, or allow votes less time");
        }
    }

    /**
     * The barrier: it writes wherever it finds its key, and also on a node that is full, as an extension
     * does. It answers 1 if it has written, 0 if there was nothing to write to.
     */
    public String[] barrierCommand()
    {
        return new String[]{"PEXPIRE", barrier, BARRIER_TTL_MS};
    }

    /**
     * The barrier where its key is missing.
     */
    public String[] barrierAnew()
    {
        return new String[]{"SET", barrier, "1", "PX", BARRIER_TTL_MS};
    }

    /**
     * The question whether what a node has executed is durable. A time of 0 would mean for ever.
     */
    public String[] confirmation()
    {
        final String ms = Long.toString(Math.max(1, atMostNs / ClaimOptions.NS_PER_MS));

        return replicas == 0 ?
            new String[]{"WAITAOF", "1", "0", ms} : new String[]{"WAIT", Integer.toString(replicas), ms};
    }

    /**
     * How many numbers answer it: WAITAOF tells of the own disk and of replicas, WAIT of replicas only.
     */
    public int answers()
    {
        return replicas == 0 ? 2 : 1;
    }
}
