// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.redlock.cli.output.Progress;
import dev.redlock.proof.chaos.claim.ClaimBook;
import dev.redlock.proof.chaos.claim.IntervalChecker.Overlap;

/**
 * One run: five real servers, four clients in two processes, a schedule of faults, and the check.
 * <p>
 * It ends at the first overlap, as the servers cannot be asked afterwards.
 */
public final class ChaosRun
{
    private static final String PREFIX = "chaos:";
    private static final int KEYS = 4;
    private static final int SECOND_PROCESS = ChaosClient.Mode.values().length;
    private static final int CLIENTS = SECOND_PROCESS + 1;

    private final ClaimBook book = new ClaimBook();
    private final List<ChaosClient> clients = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final ChaosSettings settings;
    private final LoadSettings load;
    private final Consumer<String> news;
    private final FaultSchedule schedule;
    private final SplittableRandom seeds;
    private SecondProcessLink second;
    private ChaosNodes nodes;

    private ChaosRun(final ChaosSettings settings, final Consumer<String> news)
    {
        this.settings = settings;
        this.news = news;
        load = new LoadSettings(PREFIX, KEYS, settings.planted());
        schedule = new FaultSchedule(book.checker()::isViolated);
        seeds = new SplittableRandom(settings.seed());
    }

    /**
     * Runs for as long as the settings say, and a few seconds more.
     *
     * @param settings what to run.
     * @param news     is told what is found, line by line, for people.
     * @return what came of it.
     * @throws InterruptedException if the thread is interrupted; all processes are ended then.
     */
    public static ChaosReport run(final ChaosSettings settings, final Consumer<String> news)
        throws InterruptedException
    {
        return new ChaosRun(settings, news).run();
    }

    private ChaosReport run() throws InterruptedException
    {
        news.accept("seed " + settings.seed() + ", " + settings.length().toSeconds() + " s, transport " +
            settings.transport().name() + ", planted: " + settings.planted());
        final OrphanSearch search;
        try
        {
            nodes = new ChaosNodes(CLIENTS);
            startClients();
            injectFaults();
            endClients();
            endSecondProcess();
            nodes.disconnect();
            search = new OrphanSearch(nodes, PREFIX);
            search.run(LoadSettings.LONGEST_TTL);
        }
        finally
        {
            clients.forEach(ChaosClient::stop);
            if (second != null)
            {
                second.close();
            }
            if (nodes != null)
            {
                nodes.close();
            }
        }

        return report(search);
    }

    private void startClients() throws InterruptedException
    {
        startSecondProcess();
        for (final ChaosClient.Mode mode : ChaosClient.Mode.values())
        {
            clients.add(ChaosClient.start(mode.label(), mode,
                settings.transport(), nodes.uris(mode.ordinal()), load, book, seeds.nextLong()));
        }
    }

    /*
     * Its claims are worth something only if its clock is ours. On Linux System.nanoTime() reads
     * CLOCK_MONOTONIC, one for the machine; whether it is so here is measured and not believed.
     */
    private void startSecondProcess() throws InterruptedException
    {
        second = new SecondProcessLink(
            load, seeds.nextLong(), settings.transport(), nodes.uris(SECOND_PROCESS), book);
        final long widthNs = second.sameClockWithinNs();
        if (widthNs >= 0)
        {
            news.accept("the second process reads the same monotonic clock: each of its readings lay " +
                "between two of ours, at the widest " + TimeUnit.NANOSECONDS.toMicros(widthNs) + " us apart");
            second.go();
        }
        else
        {
            second.close();
            second = null;
            final String text = "the second process is left out: its System.nanoTime() is not on our clock";
            news.accept(text);
            if (System.getProperty("os.name").startsWith("Linux"))
            {
                complaints.add(text);
            }
        }
    }

    private void injectFaults()
    {
        final FaultInjector injector = new FaultInjector(nodes, second == null ? null : second.process());
        final Duration length = settings.length();
        if (settings.planted() == PlantedFault.FORGETFUL_MAJORITY)
        {
            schedule.forgetMajorities(injector, length);

            return;
        }

        final List<PlannedFault> plan = settings.planted() == PlantedFault.DEAF_CLIENT ? List.of() :
            ChaosPlan.draw(
                settings.seed(), length, second == null ? SECOND_PROCESS : CLIENTS, second != null);
        try (Progress progress = Progress.ofTime("chaos", "acquisitions", length))
        {
            schedule.execute(plan, injector, length, () -> report(progress));
        }
    }

    private void report(final Progress progress)
    {
        progress.update(book.acquisitions().values().stream().mapToLong(Long::longValue).sum(),
            schedule.total() + " faults, " + book.checker().overlaps().size() + " overlaps");
    }

    private void endClients() throws InterruptedException
    {
        clients.forEach(ChaosClient::stop);
        for (final ChaosClient client : clients)
        {
            client.join();
        }
    }

    /*
     * It is killed in the midst of its work, and last, so that there is something that only the nodes can
     * clean up.
     */
    private void endSecondProcess() throws InterruptedException
    {
        if (second != null)
        {
            if (second.sameClockWithinNs() < 0)
            {
                complaints.add("the second process was on our clock at the start and is not at the end: " +
                    second.process().output());
            }
            second.close();
        }
        book.endAll();
    }

    private ChaosReport report(final OrphanSearch search)
    {
        news.accept(search.found() + " keys were on the nodes when the load had ended, with at most " +
            search.longestMs() + " ms to live");
        final Map<String, Long> acquisitions = book.acquisitions();
        complaints.addAll(book.errors());
        if (settings.planted() == PlantedFault.NONE)
        {
            complaints.addAll(new Workload(settings.length(), second != null)
                .complaints(acquisitions, schedule.happened(), book.checker().count()));
        }
        final List<String> overlaps = book.checker().overlaps().stream().map(this::describe).toList();
        final int judged = book.checker().judge();
        if (judged != overlaps.size())
        {
            complaints.add("the simulator's exclusion checker finds " + judged +
                " overlaps in the same claims, and not " + overlaps.size());
        }
        if (!overlaps.isEmpty())
        {
            news.accept("seed " + settings.seed() + "; " + schedule.position());
        }
        news.accept("claims by how they ended: " + book.ends());
        schedule.happened().forEach((faultClass, count) -> news.accept(faultClass + ": " + count));

        return new ChaosReport(acquisitions, schedule.happened(), overlaps, search.orphans(), complaints);
    }

    private String describe(final Overlap overlap)
    {
        return overlap.earlier().describe(schedule.originNs()) + "; and " +
            overlap.later().describe(schedule.originNs());
    }
}
