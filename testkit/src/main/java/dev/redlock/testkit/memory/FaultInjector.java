/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.testkit.memory;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Lets the faults of a {@link MemoryFaults} strike a network at random moments, until it is told to heal. The
 * same seed brings the same strikes.
 */
public final class FaultInjector
{
    private static final String LOADING = "LOADING Redis is loading the dataset in memory";

    private final Map<MemoryFault, SplittableRandom> randoms = new EnumMap<>(MemoryFault.class);
    private final Map<MemoryFault, Long> strikes = new EnumMap<>(MemoryFault.class);
    private final MemoryNetwork network;
    private boolean isOver;

    private FaultInjector(final MemoryNetwork network)
    {
        this.network = network;
    }

    /**
     * Begins. Every kind of fault has a generator of its own, so that one kind more leaves the others as they
     * were.
     *
     * @param network to strike.
     * @param faults  what, and how often.
     * @return the injector at work.
     */
    public static FaultInjector start(final MemoryNetwork network, final MemoryFaults faults)
    {
        final FaultInjector injector = new FaultInjector(network);
        final SplittableRandom rates = network.fork("clock rates");
        network.usualDelay(faults.delayNs(), faults.spreadNs());
        for (int i = 0; i < network.nodeCount(); i++)
        {
            network.node(i).slow(faults.serviceNs());
            network.node(i).clock().rate(faults.ratePpm() - rates.nextLong(2 * faults.ratePpm() + 1));
        }
        faults.settings().forEach((fault, setting) ->
        {
            injector.randoms.put(fault, network.fork("fault " + fault));
            injector.plan(fault, setting);
        });

        return injector;
    }

    /**
     * How often a fault has struck.
     *
     * @param fault what.
     * @return the count so far.
     */
    public long strikes(final MemoryFault fault)
    {
        return strikes.getOrDefault(fault, 0L);
    }

    /**
     * Ends all faults, for good: paths are clear, nodes serve, clocks go at the rates they have. What was
     * held arrives; a process that is dead comes back when its time has come.
     */
    public void heal()
    {
        isOver = true;
        network.transports().forEach((transport) -> transport.paths().forEach(MemoryPath::clear));
        for (int i = 0; i < network.nodeCount(); i++)
        {
            final MemoryNode node = network.node(i);
            node.resume();
            node.serve();
            node.clock().thaw();
        }
    }

    private void plan(final MemoryFault fault, final MemoryFaults.Setting setting)
    {
        final double portion = -StrictMath.log(1.0 - randoms.get(fault).nextDouble());
        network.at(network.nowNs() + (long)(portion * setting.everyNs()), () ->
        {
            if (!isOver)
            {
                strike(fault, setting.forNs());
                plan(fault, setting);
            }
        });
    }

    private void strike(final MemoryFault fault, final long forNs)
    {
        final SplittableRandom random = randoms.get(fault);
        final MemoryNode node = network.node(random.nextInt(network.nodeCount()));
        final List<MemoryPath> paths = new ArrayList<>();
        network.transports().forEach((transport) -> paths.addAll(transport.paths()));
        final MemoryPath path = paths.isEmpty() ? null : paths.get(random.nextInt(paths.size()));
        final long endNs = network.nowNs() + forNs + random.nextLong(forNs + 1);

        strikes.merge(fault, 1L, Long::sum);
        switch (fault)
        {
            case CLOG:
            case CRASH:
            case AMNESIA:
            case REFUSAL:
                network.note(() -> fault + " of " + node);
                strikeProcess(fault, node, endNs);
                break;

            case SCRIPT_FLUSH:
            case CLOCK_STEP:
            case FROZEN_CLOCK:
                network.note(() -> fault + " of " + node);
                strikeState(fault, node, random.nextLong(2 * forNs + 1) - forNs, endNs);
                break;

            default:
                if (path != null)
                {
                    network.note(() -> fault + " of " + path);
                    strikePath(fault, path, random.nextBoolean() ? path.requests() : path.replies(), endNs);
                }
                break;
        }
    }

    private void strikeProcess(final MemoryFault fault, final MemoryNode node, final long endNs)
    {
        switch (fault)
        {
            case CLOG:
                node.pause();
                network.at(endNs, node::resume);
                break;

            case REFUSAL:
                node.refuse(LOADING);
                network.at(endNs, node::serve);
                break;

            default:
                if (node.isUp())
                {
                    node.crash();
                    network.at(endNs, () -> node.restart(fault == MemoryFault.CRASH ?
                        MemoryNode.Memory.KEPT : MemoryNode.Memory.LOST));
                }
                break;
        }
    }

    private void strikeState(
        final MemoryFault fault, final MemoryNode node, final long stepNs, final long endNs)
    {
        switch (fault)
        {
            case SCRIPT_FLUSH:
                node.flushScripts();
                break;

            case CLOCK_STEP:
                node.clock().step(stepNs);
                break;

            default:
                node.clock().freeze();
                network.at(endNs, node.clock()::thaw);
                break;
        }
    }

    private void strikePath(
        final MemoryFault fault, final MemoryPath path, final MemoryFlow oneWay, final long endNs)
    {
        switch (fault)
        {
            case PARTITION:
                path.requests().hold();
                path.replies().hold();
                network.at(endNs, path.requests()::release);
                network.at(endNs, path.replies()::release);
                break;

            case ONE_WAY_PARTITION:
                oneWay.hold();
                network.at(endNs, oneWay::release);
                break;

            case LATE_BYTES:
                path.requests().holdExisting();
                network.at((network.nowNs() + endNs) / 2, path::cutClients);
                network.at(endNs, path.requests()::release);
                break;

            case LOST_REPLY:
                path.loseNextReply();
                break;

            default:
                path.cut();
                break;
        }
    }
}
