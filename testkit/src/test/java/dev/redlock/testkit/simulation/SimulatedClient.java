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
package dev.redlock.testkit.simulation;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

import dev.redlock.admission.Admission;
import dev.redlock.admission.ClientLabel;
import dev.redlock.admission.CompareAndDelete;
import dev.redlock.admission.Scripts;
import dev.redlock.engine.Commands;
import dev.redlock.engine.Engine;
import dev.redlock.engine.EngineConfig;
import dev.redlock.engine.NodeEvents;
import dev.redlock.engine.ReleaseMethod;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TlsOptions;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.testkit.memory.MemoryClock;
import dev.redlock.testkit.memory.MemoryNetwork;
import dev.redlock.testkit.memory.MemoryTransport;

/**
 * A process with one engine: the duty cycle of the runtime, driven by the events of a network. It can be
 * paused, as by a garbage collector, and it can die.
 */
final class SimulatedClient implements TransportHandler
{
    private static final long LONGEST_SLEEP_NS = 1_000_000_000;
    private static final long LONGEST_REACTION_NS = 20_000;
    private static final Commands COMMANDS = new Commands(Scripts.release(), Scripts.extend());

    final MemoryClock clock;
    final Engine engine;
    final MemoryTransport transport;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final MemoryNetwork network;
    private final SplittableRandom random;
    private final Admission admission;
    private final TreeSet<Long> planned = new TreeSet<>();
    private long wakeNs;
    private boolean isPaused;
    private boolean isDead;

    SimulatedClient(
        final MemoryNetwork network,
        final EngineConfig config,
        final String name,
        final Map<Counter, Long> counts)
    {
        this.network = network;
        random = network.fork(name);
        clock = network.newClock(random.nextLong());
        admission = new Admission(network.addresses(), Scripts.all(), new ClientLabel(name, "simulated"));
        transport = network.open(name, new TransportContext(network.addresses(), COMMANDS.all(),
            TransportLimits.DEFAULT, TlsOptions.PLATFORM, Map.of()), this);
        engine = new Engine(config, transport, COMMANDS, random::nextBytes, random.nextLong(),
            new CountingMeter(counts), NodeEvents.NONE, clock.nowNs());
        transport.onArrival(() ->
            plan(Math.min(wakeNs, network.nowNs() + random.nextLong(LONGEST_REACTION_NS))));
        engine.start(clock.nowNs());
        plan(network.nowNs());
    }

    SplittableRandom random()
    {
        return random;
    }

    boolean isDead()
    {
        return isDead;
    }

    /**
     * Does something on the process' own thread: at once, or when its pause is over.
     */
    void run(final Runnable action)
    {
        if (isPaused)
        {
            waiting.add(action);
        }
        else if (!isDead)
        {
            action.run();
            transport.flush();
            planNext();
        }
    }

    void pause(final long durationNs)
    {
        if (!isPaused && !isDead)
        {
            isPaused = true;
            network.at(network.nowNs() + durationNs, this::resume);
        }
    }

    /**
     * The process is gone, with all it knew. What it has sent is still on its way.
     */
    void die()
    {
        isDead = true;
        waiting.clear();
        transport.close();
    }

    private void resume()
    {
        isPaused = false;
        while (!waiting.isEmpty() && !isPaused)
        {
            run(waiting.poll());
        }
        work();
    }

    /*
     * As in the runtime: the time is read before the replies are taken, and acted upon after.
     */
    private void work()
    {
        if (!isPaused && !isDead)
        {
            final long nowNs = clock.nowNs();
            transport.poll(0);
            engine.doWork(nowNs);
            transport.flush();
            planNext();
        }
    }

    private void planNext()
    {
        if (!isDead)
        {
            final long nowNs = clock.nowNs();
            plan(transport.hasArrivals() ? network.nowNs() :
                Math.max(network.nowNs() + 1, clock.trueNs(engine.nextDeadlineNs(nowNs + LONGEST_SLEEP_NS))));
        }
    }

    /*
     * An event that is planned and comes too early looks at the time and plans the next; so none is planned
     * that would come after another.
     */
    private void plan(final long timeNs)
    {
        wakeNs = timeNs;
        if (planned.isEmpty() || planned.first() > timeNs)
        {
            planned.add(timeNs);
            network.at(timeNs, () -> wake(timeNs));
        }
    }

    private void wake(final long plannedNs)
    {
        planned.remove(plannedNs);
        if (network.nowNs() >= wakeNs)
        {
            work();
        }
        else
        {
            plan(wakeNs);
        }
    }

    @Override
    public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
    {
        if (!isDead)
        {
            engine.onReply(nodeIndex, correlationId, reply, clock.nowNs());
        }
    }

    @Override
    public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
    {
        return admission.begin(nodeIndex, sessionOpened);
    }

    @Override
    public void onUp(final int nodeIndex)
    {
        admission.onUp(nodeIndex);
        final CompareAndDelete command = admission.facts(nodeIndex).compareAndDelete();
        final ReleaseMethod method = command == CompareAndDelete.NONE ?
            ReleaseMethod.SCRIPT : ReleaseMethod.valueOf(command.name());
        engine.onUp(nodeIndex, method, admission.isNewIncarnation(nodeIndex), clock.nowNs());
    }

    @Override
    public void onDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        if (!isDead)
        {
            engine.onDown(nodeIndex, reason, detail, false, clock.nowNs());
        }
    }
}
