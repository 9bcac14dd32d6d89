// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.ClockSampler;

/**
 * What the clocks of the nodes say about a move of one of them: was it the node's, or ours?
 * <p>
 * A node that was read before and after, and did not move, shows that our clock went on. But a node on our
 * own machine stands still when the machine does, and would show the same. So nodes elsewhere are judged by
 * nodes elsewhere: if all of these that have spoken since gained alike, {@value #LEAST_ELSEWHERE} of them
 * at least, and no node here has moved, our machine stood still. In all other cases the nodes here are
 * witnesses like the others: then a transport that cannot tell where a node is, or takes a tunnel for one,
 * changes little.
 */
final class ClockWitnesses
{
    /**
     * One could have been set.
     */
    static final int LEAST_ELSEWHERE = 2;

    private final Nodes nodes;

    ClockWitnesses(final Nodes nodes)
    {
        this.nodes = nodes;
    }

    /**
     * Whether two clocks have moved by the same amount, at what may have been the same moment.
     */
    static boolean areAlike(final ClockSampler one, final ClockSampler other)
    {
        return one.hasMovedAs(other, EngineConfig.WALL_SLACK_NS);
    }

    static boolean wasReadSince(final ClockSampler one, final ClockSampler other)
    {
        return one.wasReadSince(other, EngineConfig.WALL_SLACK_NS);
    }

    /**
     * Whether it may turn out that our machine stood still when a node's clock moved: no node speaks against
     * it.
     */
    boolean mayBeOurMachine(final Node node)
    {
        final ClockSampler clock = node.clock;
        boolean mayBe = !node.isLocal() && clock.movedNs() > 0;
        int here = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node other = nodes.at(i);
            if (other.isLocal())
            {
                here++;
                mayBe &= !other.clock.hasMovedWith(clock);
            }
            else
            {
                mayBe &= areAlike(other.clock, clock) || !wasReadSince(other.clock, clock);
            }
        }

        return mayBe && here > 0 && nodes.members().count() - here >= LEAST_ELSEWHERE;
    }

    /**
     * Whether enough nodes elsewhere have moved alike, given that it {@linkplain #mayBeOurMachine(Node) may}
     * be our machine.
     */
    boolean wasOurMachine(final ClockSampler clock)
    {
        return countAlike(clock) >= LEAST_ELSEWHERE;
    }

    /**
     * By how much the clocks that moved alike have moved at most.
     */
    long longestAlikeNs(final ClockSampler clock)
    {
        long longestNs = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final ClockSampler other = nodes.at(i).clock;
            longestNs = areAlike(other, clock) ? Math.max(longestNs, other.movedAtMostNs()) : longestNs;
        }

        return longestNs;
    }

    /**
     * Whether some node shows that our clock went on when another clock moved.
     */
    boolean areDisproving(final ClockSampler clock)
    {
        return countDisproving(clock) > 0;
    }

    /**
     * How many nodes show that.
     */
    int countDisproving(final ClockSampler clock)
    {
        int disproving = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final ClockSampler other = nodes.at(i).clock;
            disproving += !areAlike(other, clock) && other.disproves(clock) ? 1 : 0;
        }

        return disproving;
    }

    boolean haveAllSpokenSince(final ClockSampler clock)
    {
        boolean haveAll = true;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            haveAll &= wasReadSince(nodes.at(i).clock, clock);
        }

        return haveAll;
    }

    int countAlike(final ClockSampler clock)
    {
        int alike = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            alike += areAlike(nodes.at(i).clock, clock) ? 1 : 0;
        }

        return alike;
    }

    /**
     * How many others were read after a node's clock had moved, and had not moved.
     */
    int countHonestAfter(final Node node)
    {
        int honest = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            honest += i != node.index && nodes.at(i).clock.wasHonestAfter(node.clock) ? 1 : 0;
        }

        return honest;
    }
}
