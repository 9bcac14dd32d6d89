// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.util.List;

import org.HdrHistogram.Histogram;

import dev.redlock.load.Recording;

/**
 * What a run came to.
 *
 * @param settings       of the run.
 * @param recording      of all threads together.
 * @param allocatedBytes in the window, by all threads but the one that looked on.
 * @param cpuNs          processor time of this process in the window.
 * @param nodes          names of the nodes.
 * @param rtts           round trips of each node in the window, in nanoseconds.
 * @param missing        nodes that were not there.
 */
record BenchResult(BenchSettings settings, Recording recording, long allocatedBytes, long cpuNs,
    List<String> nodes, List<Histogram> rtts, MissingNodes missing)
{
    private static final double KEPT_RATE = 0.99;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_US = 1e3;

    double cyclesPerSecond()
    {
        return recording.cycles() / (settings.measured().toNanos() / NS_PER_S);
    }

    double allocatedBytesPerCycle()
    {
        return recording.cycles() == 0 ? Double.NaN : (double)allocatedBytes / recording.cycles();
    }

    double cpuUsPerCycle()
    {
        return recording.cycles() == 0 ? Double.NaN : cpuNs / NS_PER_US / recording.cycles();
    }

    /**
     * Whether an open loop did not reach its rate. Its figures are then those of an overload.
     */
    boolean isRateMissed()
    {
        return settings.isOpen() &&
            (recording.missed() > 0 || cyclesPerSecond() < settings.rate() * KEPT_RATE);
    }
}
