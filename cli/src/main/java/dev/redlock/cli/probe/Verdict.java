// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.cli.output.Prose;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.quorum.Drift;

/**
 * The verdict of a report: whether a new client would get the vote of the node for a new lock now, whether
 * the node may drop locks that it has granted, and what else endangers a lock there.
 */
final class Verdict
{
    private static final double SLEWED_PPM = 500;
    private static final long FAR_OFF_NS = 1_000_000_000L;
    private static final int MEDIAN = 50;
    private static final long LATEST_NS = new EngineConfig.Draft().maxNodeTimeoutNs;

    private final List<String> faults = new ArrayList<>();
    private final List<String> risks = new ArrayList<>();
    private final List<String> dangers = new ArrayList<>();
    private final boolean isQuarantined;
    private final boolean isClockDoubted;

    Verdict(final NodeReport report)
    {
        isQuarantined = report.isQuarantined();
        isClockDoubted = report.status.detail().contains(NodeEvents.CLOCK_DOUBTED);
        if (!report.isUp())
        {
            faults.add(report.status.state() + ": " + report.status.detail());

            return;
        }

        faults.addAll(report.troubles);
        if (isQuarantined || isClockDoubted)
        {
            faults.add(report.status.detail());
        }
        else
        if (!report.status.detail().isEmpty())
        {
            (isEvicting(report) ? risks : dangers).add(report.status.detail());
        }
        dangers.addAll(report.disagreements);
        judgePace(report);
        judgePersistence(report);
        judgeDebugCommand(report);
        judgeReplicas(report);
        judgeClock(report);
    }

    boolean isFit()
    {
        return faults.isEmpty();
    }

    List<String> faults()
    {
        return faults;
    }

    List<String> risks()
    {
        return risks;
    }

    List<String> dangers()
    {
        return dangers;
    }

    String word()
    {
        return isQuarantined ? "WAITS" : !isFit() ? "UNFIT" : !risks.isEmpty() ? "AT RISK" :
            dangers.isEmpty() ? "fit" : "fit, but";
    }

    /*
     * Locks have a time to live, so the policies for volatile keys drop them as well as those for all keys.
     */
    private static boolean isEvicting(final NodeReport report)
    {
        return report.info.number("maxmemory") > 0 && !"noeviction".equals(report.maxmemoryPolicy) &&
            !NodeReport.UNKNOWN.equals(report.maxmemoryPolicy);
    }

    /*
     * Half of its votes come later than a client waits for them.
     */
    private void judgePace(final NodeReport report)
    {
        final long medianNs = report.rtt.getValueAtPercentile(MEDIAN);
        if (report.rtt.getTotalCount() > 0 && medianNs > LATEST_NS)
        {
            faults.add("answers after " + Prose.time(medianNs) + ", and a client waits " +
                Prose.time(LATEST_NS) + " for a vote: raise maxNodeTimeout in all clients, or use a node " +
                "that is nearer");
        }
    }

    private void judgePersistence(final NodeReport report)
    {
        final String forgets = "a restart forgets its locks, so it does not vote for the longest time to " +
            "live after one";
        if ("no".equals(report.appendonly))
        {
            dangers.add("keeps no append-only file: " + forgets);
        }
        else if ("yes".equals(report.appendonly) && !"always".equals(report.appendfsync))
        {
            dangers.add("appendfsync is " + report.appendfsync + ": a crash of the machine may forget the " +
                "latest locks; only 'always' keeps them all");
        }
        else if (NodeReport.UNKNOWN.equals(report.appendonly))
        {
            dangers.add("does not say whether it keeps an append-only file: without one, " + forgets);
        }
    }

    private void judgeDebugCommand(final NodeReport report)
    {
        if ("yes".equals(report.debugCommand) || "local".equals(report.debugCommand))
        {
            dangers.add("takes DEBUG (enable-debug-command " + report.debugCommand + "): DEBUG RELOAD " +
                "NOSAVE brings old data back together with their marker, which no client notices; set " +
                "enable-debug-command no");
        }
    }

    private void judgeReplicas(final NodeReport report)
    {
        final long replicas = report.info.number("connected_slaves");
        if (replicas > 0)
        {
            dangers.add("has " + Prose.plural(replicas, "replica") + ": a failover to one of them forgets " +
                "the locks that were not copied yet; nothing may promote it");
        }
    }

    private void judgeClock(final NodeReport report)
    {
        if (report.clock.isEmpty())
        {
            dangers.add("does not tell its time, so its clock could not be checked");

            return;
        }
        if (report.clock.knowsRate() && !isQuarantined)
        {
            judgeRate(report.clock.lowPpm(), report.clock.highPpm());
        }
        if (!isQuarantined && !isClockDoubted &&
            (report.clockOffsetLowNs > FAR_OFF_NS || report.clockOffsetHighNs < -FAR_OFF_NS))
        {
            dangers.add("its wall clock is " + Prose.time(Math.abs(report.clockOffsetLowNs)) + " away from " +
                "ours, and it votes: a correction in one step would end locks early or late; let both " +
                "follow the same time service");
        }
    }

    private void judgeRate(final double lowPpm, final double highPpm)
    {
        final double allowed = Drift.SPECIFICATION.partsPerMillion();
        if (lowPpm > highPpm)
        {
            faults.add("its clock was stepped while we looked: locks there end early or late");
        }
        else if (lowPpm > allowed || highPpm < -allowed)
        {
            faults.add(Prose.format("its clock runs at least %.0f ppm off, more than the drift of %.0f ppm " +
                "that locks allow for", Math.min(Math.abs(lowPpm), Math.abs(highPpm)), allowed));
        }
        else if (lowPpm > SLEWED_PPM || highPpm < -SLEWED_PPM)
        {
            dangers.add(Prose.format("its clock is being corrected: it runs at least %.0f ppm off",
                Math.min(Math.abs(lowPpm), Math.abs(highPpm))));
        }
    }
}
