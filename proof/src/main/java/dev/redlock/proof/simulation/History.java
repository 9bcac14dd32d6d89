// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import dev.redlock.engine.port.Meter;
import dev.redlock.proof.simulation.fault.Reduction;
import dev.redlock.proof.simulation.judge.HistoryResult;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * One history: a world, a storm in it, and the calm after it.
 */
final class History
{
    private static final int PARTS = 8;
    private static final int MOST_PARTS = 100 * PARTS;
    private static final int MOST_ABATED_PARTS = 24 * PARTS;
    private static final int MOST_GUARDED_PARTS = 4 * PARTS;

    final SimulatedWorld world;
    final Storm storm;

    History(final Swarm swarm, final MemoryNetwork.Watcher watcher, final Meter meter)
    {
        world = new SimulatedWorld(swarm, watcher, meter);
        storm = new Storm(world);
    }

    /**
     * The safety phase, and then the liveness phase if nothing has gone wrong.
     */
    void run()
    {
        final Swarm swarm = world.swarm;
        world.network.runUntil(world.network.nowNs() + swarm.stormNs);
        storm.abate();
        for (int i = 0; i < mostParts() && isToBeContinued(); i++)
        {
            world.network.runUntil(world.network.nowNs() + swarm.stormNs / PARTS);
        }
        world.calm();
        storm.end();
        if (world.court.referee.isContent() && swarm.hasCalm())
        {
            new Calm(world, storm).run();
        }
    }

    private int mostParts()
    {
        return world.swarm.envelope.isGuarded() ? MOST_ABATED_PARTS :
            world.swarm.isGuarded() ? MOST_GUARDED_PARTS : MOST_PARTS;
    }

    /*
     * In the calm every worker acquires once more.
     */
    private boolean isToBeContinued()
    {
        return world.court.referee.isContent() && world.swarm.reduction == Reduction.NONE &&
            world.acquisitions + world.workers.size() < HistoryResult.LEAST_ACQUISITIONS;
    }
}
