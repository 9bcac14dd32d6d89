// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import dev.redlock.proof.simulation.Envelope;
import dev.redlock.proof.simulation.Simulation;

/**
 * Many histories, on several threads. The outcome depends on the seeds alone, not on the threads.
 */
public final class Campaign
{
    private static final int CHUNK = 32;

    private final Envelope envelope;
    private final long firstSeed;
    private final long histories;
    private final AtomicLong next = new AtomicLong();

    private Campaign(final Envelope envelope, final long firstSeed, final long histories)
    {
        this.envelope = envelope;
        this.firstSeed = firstSeed;
        this.histories = histories;
    }

    /**
     * Runs the histories of consecutive seeds.
     *
     * @param envelope  how far the faults go.
     * @param firstSeed of the first history.
     * @param histories how many.
     * @param threads   that share the work; the caller waits.
     * @param progress  is told now and then, on any of these threads, what has come so far.
     * @return what came of them.
     * @throws InterruptedException if the caller is interrupted; the threads then end soon.
     */
    public static CampaignResult run(final Envelope envelope, final long firstSeed, final long histories,
        final int threads, final Consumer<CampaignResult> progress) throws InterruptedException
    {
        final Campaign campaign = new Campaign(envelope, firstSeed, histories);
        final CampaignResult result = new CampaignResult(envelope);
        final List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++)
        {
            final Thread worker = new Thread(() -> campaign.work(result, progress), "simulation-" + i);
            worker.setDaemon(true);
            workers.add(worker);
            worker.start();
        }

        try
        {
            for (final Thread worker : workers)
            {
                worker.join();
            }
        }
        finally
        {
            campaign.next.set(histories);
        }
        return result;
    }

    private void work(final CampaignResult result, final Consumer<CampaignResult> progress)
    {
        for (long from = next.getAndAdd(CHUNK); from < histories; from = next.getAndAdd(CHUNK))
        {
            final long to = Math.min(histories, from + CHUNK);
            for (long i = from; i < to; i++)
            {
                result.add(Simulation.count(firstSeed + i, envelope, result.meter()));
            }
            progress.accept(result);
        }
    }
}
