// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.campaign;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

import dev.redlock.engine.port.Meter;
import dev.redlock.outcome.Counter;
import dev.redlock.proof.simulation.Envelope;
import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.proof.simulation.judge.HistoryResult;

/**
 * The sum of many histories.
 * <p>
 * <b>Threads:</b> not thread-safe.
 */
public final class CampaignResult
{
    private static final double NS_PER_YEAR = 365.25 * 24 * 3600 * 1e9;
    private static final int COVERED_PERCENT = 5;
    private static final int MOST_VOID_PERCENT = 10;
    private static final int MOST_SHOWN = 10;

    private final Envelope envelope;
    private final AtomicLongArray counts = new AtomicLongArray(Counter.values().length);
    private final long[] strikes = new long[Fault.values().length];
    private final long[] struck = new long[Fault.values().length];
    private final long[] sins = new long[Fault.values().length];
    private final long[] caught = new long[Fault.values().length];
    private final TreeMap<Long, String> complaints = new TreeMap<>();
    private long histories;
    private long acquisitions;
    private long operations;
    private long simulatedNs;
    private long ghosts;
    private long violations;
    private long voids;

    CampaignResult(final Envelope envelope)
    {
        this.envelope = envelope;
    }

    /**
     * Of the engines of all histories, whichever threads they run on.
     */
    Meter meter()
    {
        return new Meter()
        {
            @Override
            public void count(final Counter counter)
            {
                counts.incrementAndGet(counter.ordinal());
            }
        };
    }

    synchronized void add(final HistoryResult result)
    {
        histories++;
        acquisitions += result.acquisitions();
        operations += result.operations();
        simulatedNs += result.simulatedNs();
        ghosts += result.ghosts();
        // Where nodes forget all the time and no calm comes, most of them may be in quarantine all the time.
        voids += result.acquisitions() < HistoryResult.LEAST_ACQUISITIONS && result.complaint() == null &&
            (envelope.isGuarded() || !result.isGuarded()) ? 1 : 0;
        for (int i = 0; i < strikes.length; i++)
        {
            strikes[i] += result.strikes()[i];
            struck[i] += result.strikes()[i] > 0 ? 1 : 0;
        }
        if (result.sin() != null)
        {
            sins[result.sin().ordinal()]++;
            caught[result.sin().ordinal()] += result.complaint() == null ? 0 : 1;
        }
        if (result.complaint() != null)
        {
            violations++;
            complaints.put(result.seed(), result.complaint());
            if (complaints.size() > MOST_SHOWN)
            {
                complaints.pollLastEntry();
            }
        }
    }

    /**
     * How many histories were run.
     *
     * @return the number.
     */
    public synchronized long histories()
    {
        return histories;
    }

    /**
     * How many acquisitions were completed.
     *
     * @return the number.
     */
    public long acquisitions()
    {
        return acquisitions;
    }

    /**
     * How many lock operations were asked for and answered.
     *
     * @return the number.
     */
    public long operations()
    {
        return operations;
    }

    /**
     * How many faults struck.
     *
     * @return the number.
     */
    public long faults()
    {
        return LongStream.of(strikes).sum();
    }

    /**
     * How often a fault struck.
     *
     * @param fault which.
     * @return the number.
     */
    public long strikes(final Fault fault)
    {
        return strikes[fault.ordinal()];
    }

    /**
     * In how many histories a fault struck.
     *
     * @param fault which.
     * @return percent of the histories.
     */
    public double coverage(final Fault fault)
    {
        return 100.0 * struck[fault.ordinal()] / Math.max(1, histories);
    }

    /**
     * How often the engines counted something.
     *
     * @param counter what.
     * @return the number.
     */
    public long count(final Counter counter)
    {
        return counts.get(counter.ordinal());
    }

    /**
     * True time that passed in all histories together.
     *
     * @return in years.
     */
    public double years()
    {
        return simulatedNs / NS_PER_YEAR;
    }

    /**
     * How many keys were set after the release of their token.
     *
     * @return the number.
     */
    public long ghosts()
    {
        return ghosts;
    }

    /**
     * Histories in which an invariant was broken.
     *
     * @return the number.
     */
    public long violations()
    {
        return violations;
    }

    /**
     * Histories that show little, as hardly anything was acquired in them.
     *
     * @return the number.
     */
    public long voids()
    {
        return voids;
    }

    /**
     * What was wrong, by seed.
     *
     * @return the first few, in the order of their seeds.
     */
    public synchronized Map<Long, String> complaints()
    {
        return new TreeMap<>(complaints);
    }

    /**
     * Beyond the envelope: how many histories had a fault as the one that breaks an assumption.
     *
     * @param fault which.
     * @return the number.
     */
    public long sinned(final Fault fault)
    {
        return sins[fault.ordinal()];
    }

    /**
     * Beyond the envelope: in how many of these two holders were found.
     *
     * @param fault which.
     * @return the number.
     */
    public long caught(final Fault fault)
    {
        return caught[fault.ordinal()];
    }

    /**
     * What makes the run worth less than it seems: faults that struck in too few histories, or histories in
     * which hardly anything was acquired.
     *
     * @return null if there is nothing.
     */
    public String objection()
    {
        if (envelope.isStrict())
        {
            for (final Fault fault : envelope.faults())
            {
                if (coverage(fault) < COVERED_PERCENT)
                {
                    return fault.label() + " struck in only " + coverage(fault) +
                        " % of the histories, but should in " + COVERED_PERCENT + " %";
                }
            }
            if (voids * 100 > histories * mostVoidPercent())
            {
                return voids + " histories had fewer than " + HistoryResult.LEAST_ACQUISITIONS +
                    " acquisitions";
            }
        }

        return null;
    }

    /*
     * A node that has lost its marker while no client knew it votes no more before an operator has come, and
     * where nodes are few there is no history without it.
     */
    private int mostVoidPercent()
    {
        return envelope.isGuarded() ? MOST_VOID_PERCENT : 0;
    }

    /**
     * The outcome in one line.
     *
     * @return as {@code simulation: H histories, O operations, F faults, Y simulated years, V violations};
     *         then the number of void histories, where some may be.
     */
    public String summary()
    {
        final long hundredths = Math.round(100 * years());

        return "simulation: " + histories + " histories, " + operations + " operations, " + faults() +
            " faults, " + hundredths / 100 + "." + hundredths / 10 % 10 + hundredths % 10 +
            " simulated years, " + violations + " violations" +
            (mostVoidPercent() > 0 ? ", " + voids + " void histories" : "");
    }
}
