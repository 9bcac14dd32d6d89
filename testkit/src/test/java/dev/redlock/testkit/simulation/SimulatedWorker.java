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

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

import dev.redlock.engine.Claim;
import dev.redlock.engine.ClaimListener;
import dev.redlock.engine.ClaimOptions;
import dev.redlock.engine.KeyLine;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.testkit.memory.MemoryNetwork;

/**
 * An application thread with one handle: thinks, acquires, holds for a while (now and then too long), perhaps
 * extends, releases, and begins again.
 */
final class SimulatedWorker implements ClaimListener
{
    private static final long MS = 1_000_000;
    private static final long LONGEST_THOUGHT_NS = 400 * MS;
    private static final long LONGEST_WAIT_NS = 1500 * MS;

    private final MemoryNetwork network;
    private final ExclusionChecker checker;
    private final SimulatedClient client;
    private final SplittableRandom random;
    private final Holder holder;
    private final Claim claim;
    private final String key;
    private boolean isRetired;
    private int acquisitions;

    SimulatedWorker(
        final MemoryNetwork network,
        final ExclusionChecker checker,
        final SimulatedClient client,
        final String name,
        final String key,
        final KeyLine line,
        final ClaimOptions options)
    {
        this.network = network;
        this.checker = checker;
        this.client = client;
        this.key = key;
        random = client.random().split();
        holder = new Holder(name, client.clock);
        checker.add(key, holder);
        claim = new Claim(client.engine, client.transport.prepare(key.getBytes(StandardCharsets.UTF_8)), line,
            options, this);
        later(random.nextLong(LONGEST_THOUGHT_NS), this::begin);
    }

    int acquisitions()
    {
        return acquisitions;
    }

    /**
     * The work is over: what is held is released, and nothing is acquired any more.
     */
    void retire()
    {
        isRetired = true;
    }

    void acquireOnce(final long waitNs)
    {
        client.run(() -> client.engine.acquire(claim, waitNs, client.clock.nowNs()));
    }

    /**
     * The process has died, and with it the belief.
     */
    void die()
    {
        holder.letGo();
    }

    private void begin()
    {
        if (!isRetired)
        {
            acquireOnce(random.nextBoolean() ? 0 : random.nextLong(LONGEST_WAIT_NS));
        }
    }

    private void end(final long term)
    {
        holder.letGo();
        client.engine.release(claim, term, client.clock.nowNs());
    }

    private void later(final long delayNs, final Runnable action)
    {
        network.at(network.nowNs() + delayNs, () -> client.run(action));
    }

    @Override
    public void onAcquired(final Claim acquired, final long term, final long validUntilNs)
    {
        network.note(() -> holder.name + " holds " + key);
        acquisitions++;
        holder.hold(validUntilNs);
        checker.check(key, network.nowNs());

        final long ttlNs = 2 * (validUntilNs - client.clock.nowNs());
        if (random.nextInt(3) == 0)
        {
            later(random.nextLong(ttlNs / 2), () ->
                client.engine.extend(claim, term, 0, client.clock.nowNs()));
        }
        if (random.nextInt(20) == 0)
        {
            client.pause(random.nextLong(ttlNs));
        }
        later(random.nextLong(random.nextInt(4) == 0 ? ttlNs : ttlNs / 10), () -> end(term));
    }

    @Override
    public void onDenied(final Claim denied, final Outcome outcome)
    {
        later(random.nextLong(LONGEST_THOUGHT_NS), this::begin);
    }

    @Override
    public void onValidity(final Claim present, final long term, final long validUntilNs)
    {
        holder.hold(validUntilNs);
        checker.check(key, network.nowNs());
    }

    @Override
    public void onExtended(final Claim extended, final long term, final Outcome outcome)
    {
        network.note(() -> holder.name + " extends " + key + ": " + outcome);
    }

    @Override
    public void onReleased(final Claim released, final long term, final Outcome outcome)
    {
        network.note(() -> holder.name + " has released " + key + ": " + outcome);
        later(random.nextLong(LONGEST_THOUGHT_NS), this::begin);
    }

    @Override
    public void onLost(final Claim lost, final long term, final LostReason reason)
    {
        network.note(() -> holder.name + " has lost " + key + ": " + reason);
        holder.letGo();
    }
}
