// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.port.Trouble;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.ClockSampler;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Suspicion;
import dev.redlock.quorum.Members;

/**
 * Compares the clock of a node that is new to us with those of the other nodes. If it is more than {@link
 * #EPSILON_NS} from a majority that agree within that, it was perhaps set before we came, and is quarantined,
 * once: a clock that is off by a constant is harmless, and from then on our own samples decide. If there is
 * no such majority there is nobody to compare with, and the nodes vote; but not before all of them have told
 * their time, or a majority has and all have had the time to connect. Then our own wall clock stands in for
 * one that did not.
 */
final class ClockComparison
{
    /**
     * More than leap smearing (half a second), and than what NTP tolerates before it sets a clock.
     */
    static final long EPSILON_NS = 1_000_000_000L;

    private static final String IN_DOUBT = NodeEvents.CLOCK_DOUBTED + ", and no majority of the nodes has " +
        "told yet which is right: bring a majority of the nodes up, and synchronise their clocks (NTP)";

    private final EngineConfig config;
    private final Nodes nodes;
    private final Meter meter;
    private final ClockSampler wall;
    private final Quarantine quarantine;
    private final NodeEvents events;
    private final Members members;

    /*
     * By node: whether it is still to be compared, and since when.
     */
    private final boolean[] isNew;
    private final long[] newNs;

    ClockComparison(final EngineConfig config, final Nodes nodes, final Meter meter, final ClockSampler wall,
        final Quarantine quarantine, final NodeEvents events)
    {
        this.config = config;
        this.nodes = nodes;
        this.meter = meter;
        this.wall = wall;
        this.quarantine = quarantine;
        this.events = events;
        members = nodes.members();
        isNew = config.slots().booleans();
        newNs = config.slots().longs();
    }

    /**
     * A node has told its time for the first time: it is compared until that is settled.
     */
    void add(final Node node, final long nowNs)
    {
        isNew[node.index] = true;
        newNs[node.index] = nowNs;
    }

    /**
     * A node has come up, perhaps again: what was told of it has ended with its connection.
     */
    void onUp(final Node node)
    {
        if (node.isClockContradicted())
        {
            tell(node, IN_DOUBT);
        }
    }

    /**
     * Whether a node is still to be compared.
     */
    boolean awaits(final Node node)
    {
        return isNew[node.index];
    }

    /**
     * Compares all nodes whose clocks still are to be compared.
     *
     * @return whether a node may vote again that did not until it could be compared.
     */
    boolean compare(final long nowNs)
    {
        boolean hasNewVoter = false;
        final int center = centerOfMajority(nowNs);
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (isNew[i] && node.clock.knowsTime())
            {
                if (center >= 0)
                {
                    final boolean wasContradicted = settle(node);
                    hasNewVoter |= wasContradicted;
                    if (!areNear(node.clock, nodes.at(center).clock))
                    {
                        meter.count(Counter.CLOCK_STEPS);
                        quarantine.begin(node, Suspicion.CLOCK_STEPPED, nowNs);
                    }
                    if (wasContradicted)
                    {
                        tell(node, "");
                    }
                }
                else if (isContradicted(node))
                {
                    hasNewVoter |= compareLater(node, nowNs);
                }
            }
        }

        return hasNewVoter;
    }

    private boolean settle(final Node node)
    {
        assert isNew[node.index] : "compared a second time";
        final boolean wasContradicted = node.isClockContradicted();
        isNew[node.index] = false;
        node.contradictClock(false);

        return wasContradicted;
    }

    /*
     * Two nodes are far apart, and no majority says which of them is right, or not yet. As long as fewer than
     * a majority have told their time nobody can win anyway, and the next to come may decide.
     */
    private boolean compareLater(final Node node, final long nowNs)
    {
        if (countTold() == members.count() || countTold() >= members.majority() && haveAllWaited(nowNs))
        {
            final boolean wasContradicted = settle(node);
            tell(node, "its clock is more than a second from another node's, and no majority of the nodes " +
                "agrees: a new client could not tell if one of them was set forward; synchronise the " +
                "clocks of the nodes (NTP)");

            return wasContradicted;
        }
        if (!node.isClockContradicted())
        {
            node.contradictClock(true);
            quarantine.dropVotesOf(node, nowNs);
            tell(node, IN_DOUBT);
        }

        return false;
    }

    /*
     * One that has told its time and gone down is compared, too; its status says why it is down.
     */
    private void tell(final Node node, final String trouble)
    {
        if (node.isUp())
        {
            events.onNodeTrouble(node.index, Trouble.CLOCK, trouble);
        }
    }

    private int countTold()
    {
        int told = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            told += nodes.at(i).clock.knowsTime() ? 1 : 0;
        }

        return told;
    }

    /*
     * All that have told: before, our wall clock does not yet stand in for those that speak for another, and
     * the first to come would vote with a wrong clock.
     */
    private boolean haveAllWaited(final long nowNs)
    {
        boolean haveAll = true;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            haveAll &= !node.clock.knowsTime() || hasWaited(node, nowNs);
        }

        return haveAll;
    }

    private boolean hasWaited(final Node node, final long nowNs)
    {
        return nowNs - newNs[node.index] >= config.connectTimeoutNs();
    }

    /*
     * The node with which most agree, itself included; -1 if these are no majority. One at the edge of the
     * majority would accuse those at the other edge.
     */
    private int centerOfMajority(final long nowNs)
    {
        int center = -1;
        int most = members.majority() - 1;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final int near = countNear(nodes.at(i), nowNs);
            if (near > most)
            {
                center = i;
                most = near;
            }
        }

        return center;
    }

    private int countNear(final Node node, final long nowNs)
    {
        final boolean isOneMissing = countTold() < members.count();
        int near = isOneMissing && hasWaited(node, nowNs) && areNear(node.clock, wall) ? 1 : 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            near += areNear(node.clock, nodes.at(i).clock) ? 1 : 0;
        }

        return near;
    }

    private boolean isContradicted(final Node node)
    {
        boolean isContradicted = false;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final ClockSampler other = nodes.at(i).clock;
            isContradicted |= other.knowsTime() && !areNear(node.clock, other);
        }

        return isContradicted;
    }

    private static boolean areNear(final ClockSampler one, final ClockSampler other)
    {
        return one.knowsTime() && other.knowsTime() &&
            one.lowNs() - other.highNs() <= EPSILON_NS && other.lowNs() - one.highNs() <= EPSILON_NS;
    }
}
