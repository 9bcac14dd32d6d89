// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.SplittableRandom;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.port.ClaimListener;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.proof.simulation.judge.Invariant;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * An application thread with one handle: thinks, acquires, works for a while (now and then too long), perhaps
 * extends, releases, and begins again. What it claims it tells its witness.
 */
final class SimulatedWorker implements ClaimListener
{
    private static final int MANY_ATTEMPTS = 1_000_000;
    private static final int EXTENSIONS = 40;

    private final SimulatedWorld world;
    private final MemoryNetwork network;
    private final Swarm swarm;
    private final SimulatedClient client;
    private final SplittableRandom random;
    private final String name;
    private final Claim claim;
    private final int key;
    private final String keyName;
    private final Witness witness;
    private boolean isRetired;
    private long longTerm;
    private long longUntilNs;
    private final boolean isAutomatic;
    private boolean isWaiting;
    private boolean isOwed;
    private long owedWaitNs;
    private long workNs;
    private long contendsUntilNs;
    private long longestHoldNs;
    private long calledNs;

    SimulatedWorker(final SimulatedWorld world, final SimulatedClient client, final String name,
        final int key, final KeyLine line)
    {
        this.world = world;
        this.client = client;
        this.name = name;
        this.key = key;
        network = world.network;
        swarm = world.swarm;
        keyName = Swarm.KEYS[key];
        witness = new Witness(world.court, name, key, client.clock, client::engineNs, client.leaseClock,
            client::isAsleep);
        random = client.random().split();
        isAutomatic = swarm.isAutoExtended && random.nextInt(3) == 0;
        final ClaimOptions options = new ClaimOptions.Draft().with((set) ->
        {
            set.ttlNs = swarm.ttlNs;
            set.maxAttempts = MANY_ATTEMPTS;
            set.minRetryNs = swarm.ttlNs / 40;
            set.maxRetryNs = swarm.ttlNs / 4;
            set.autoExtend = isAutomatic;
            set.maxHoldNs = swarm.maxHoldNs;
            set.maxExtensions = EXTENSIONS;
            set.isFenced = swarm.isFenced;
            set.isDurable = swarm.durability.isGiven();
            set.minGrants = swarm.minGrants;
            set.isWatched = swarm.isTended && name.hashCode() % 2 == 0;
        }).conclude();
        claim = new Claim(client.engine.config(), client.boundary.key(key), line, options, this);
        later(random.nextLong(swarm.thoughtNs), this::begin);
    }

    SimulatedClient client()
    {
        return client;
    }

    String name()
    {
        return name;
    }

    /**
     * The storm is over: what is held is released in its time, and nothing is acquired but by
     * {@link #acquireOnce}.
     */
    void retire()
    {
        isRetired = true;
    }

    /**
     * From now on it wants the lock once, and waits for it as long as given.
     */
    void owe(final long waitNs)
    {
        isOwed = true;
        owedWaitNs = waitNs;
        demand();
    }

    boolean isOwed()
    {
        return isOwed;
    }

    boolean isAutomatic()
    {
        return isAutomatic;
    }

    /**
     * How long it will hold when it has got it, after the storm.
     */
    void holdFor(final long newWorkNs)
    {
        workNs = newWorkNs;
    }

    /**
     * After the storm: until then it wants the lock again and again, and holds it for a while.
     */
    void contend(final long untilNs, final long newLongestHoldNs)
    {
        contendsUntilNs = untilNs;
        longestHoldNs = newLongestHoldNs;
        later(random.nextLong(longestHoldNs), this::demand);
    }

    private boolean isContending()
    {
        return network.nowNs() < contendsUntilNs;
    }

    boolean isWaiting()
    {
        return isWaiting;
    }

    boolean isHolding()
    {
        return witness.term() != 0;
    }

    int key()
    {
        return key;
    }

    /**
     * How long it will still believe that it holds, in true time; negative or 0 if it does not.
     */
    long leftNs()
    {
        return witness.leftNs();
    }

    void acquireOnce(final long waitNs)
    {
        client.run(() ->
        {
            if (!isWaiting && !isHolding())
            {
                isWaiting = true;
                calledNs = network.nowNs();
                client.engine.acquire(claim, waitNs, client.nowNs());
            }
        });
    }

    /**
     * Extends what it holds.
     */
    void extendOnce()
    {
        client.run(() -> extend(witness.term()));
    }

    void cancel()
    {
        client.run(() -> client.engine.cancel(claim, client.nowNs()));
    }

    /**
     * The process has died, and with it the belief.
     */
    void die()
    {
        isWaiting = false;
        isOwed = false;
        witness.letGo();
        world.court.witnesses.remove(witness);
    }

    private void begin()
    {
        if (!isRetired)
        {
            final boolean isPatient = random.nextInt(3) != 0;
            acquireOnce(isPatient ? swarm.ttlNs / 10 + random.nextLong(swarm.longestWaitNs()) : 0);
            if (random.nextInt(16) == 0)
            {
                later(random.nextLong(swarm.ttlNs / 2), this::cancel);
            }
        }
    }

    private void end(final long term)
    {
        if (term == longTerm && network.nowNs() - longUntilNs < 0)
        {
            later(longUntilNs - network.nowNs(), () -> end(term));
        }
        else if (!client.isDead() && witness.term() == term)
        {
            witness.letGo();
            final long keepMs = drawKeepMs();
            final long nowNs = client.nowNs();
            witness.releases(term, keepMs * Swarm.MS, nowNs);
            if (!witness.isOver(nowNs))
            {
                witness.hasHeld(nowNs);
                world.court.lines.releases(client, key);
            }
            if (witness.isOver(nowNs) && random.nextBoolean())
            {
                client.engine.lapse(claim, term, nowNs);
            }
            client.engine.release(claim, term, keepMs, nowNs);
        }
    }

    /*
     * Shorter than what the key would live anyway, or much longer.
     */
    private long drawKeepMs()
    {
        if (swarm.envelope != Envelope.KEEPING || isRetired || random.nextBoolean())
        {
            return 0;
        }

        return random.nextBoolean() ? swarm.longestTtlNs / Swarm.MS :
            1 + random.nextLong(swarm.ttlNs / Swarm.MS);
    }

    /*
     * As a finally block does that comes too late.
     */
    private void endAgain(final long term)
    {
        client.engine.release(claim, term, 0, client.nowNs());
    }

    private void extend(final long term)
    {
        final long longestMs = swarm.longestTtlNs / Swarm.MS;
        final long ttlMs = random.nextBoolean() ? 0 : longestMs / (1 + random.nextInt(4));
        final long nowNs = client.nowNs();
        if (!swarm.isGuarded() || !extendsTooLong(term, nowNs))
        {
            witness.asks(term, ttlMs == 0 ? swarm.ttlNs : ttlMs * Swarm.MS, nowNs);
            client.engine.extend(claim, term, ttlMs, nowNs);
        }
    }

    /*
     * A node that restarts would vote before such a lease is over, so the engine must not take it. If it
     * does, the lease is kept for longer than a quarantine.
     */
    private boolean extendsTooLong(final long term, final long nowNs)
    {
        final long tooLongNs = swarm.longestTtlNs + 2 * swarm.config().quarantineNs();
        try
        {
            witness.asks(term, tooLongNs / Swarm.MS * Swarm.MS, nowNs);
            client.engine.extend(claim, term, tooLongNs / Swarm.MS, nowNs);
            longTerm = term;
            longUntilNs = network.nowNs() + tooLongNs;

            return true;
        }
        catch (final IllegalArgumentException refused)
        {
            return false;
        }
    }

    private void later(final long delayNs, final Runnable action)
    {
        network.at(network.nowNs() + delayNs, () -> client.run(action));
    }

    private void demand()
    {
        if (isOwed)
        {
            acquireOnce(owedWaitNs);
        }
        else if (isContending())
        {
            acquireOnce(Long.MAX_VALUE);
        }
    }

    private void thinkAndBegin()
    {
        if (isRetired)
        {
            later(isContending() ? 1 + random.nextLong(longestHoldNs) : 1, this::demand);

            return;
        }
        later(random.nextLong(swarm.thoughtNs), this::begin);
    }

    void fallAsleep()
    {
        witness.fallAsleep();
    }

    void wakeUp(final boolean isLearning)
    {
        witness.wakeUp(isLearning);
    }

    /**
     * It is asked again what it claims.
     */
    void insist()
    {
        witness.insist();
    }

    @Override
    public void onAcquired(final long term, final long validUntilNs)
    {
        if (client.isDead())
        {
            return;
        }

        if (!isWaiting)
        {
            world.court.referee.complain(Invariant.I6, name + " was given a lock that it does not want");
        }
        witness.isGiven(validUntilNs);
        client.boundary();
        if (client.isDead())
        {
            return;
        }
        network.note(() -> name + " holds " + keyName + " for " + (validUntilNs - client.engineNs()) + " ns");
        world.acquisitions++;
        world.operations++;
        isWaiting = false;
        isOwed = false;
        world.court.lines.acquired(client.boundary.tokenOf(key), client, key, name, calledNs);
        witness.holds(term, claim.attempt().startNs(), validUntilNs, client.boundary.tokenOf(key),
            claim.fencingToken());
        work(term);
        client.told();
    }

    private void work(final long term)
    {
        if (isRetired)
        {
            later(random.nextLong(isContending() ? longestHoldNs : swarm.ttlNs / 50) +
                (isContending() ? 0 : workNs), () -> end(term));

            return;
        }

        final boolean isLong = random.nextInt(4) == 0;
        final long workNs = random.nextLong(isLong ? 2 * swarm.ttlNs + swarm.holdNs : swarm.holdNs);
        for (int i = random.nextInt(4); i > 1; i--)
        {
            later(random.nextLong(workNs + 1), () -> extend(term));
        }
        later(workNs, () -> end(term));
        if (random.nextInt(8) == 0)
        {
            later(random.nextLong(workNs + 1), () -> endAgain(term - 1));
        }
    }

    @Override
    public void onDenied(final Outcome outcome)
    {
        if (!client.isDead())
        {
            network.note(() -> name + " is denied " + keyName + ": " + outcome);
            world.operations++;
            isWaiting = false;
            thinkAndBegin();
            client.told();
        }
    }

    @Override
    public void onValidity(final long term, final long newValidUntilNs)
    {
        if (!client.isDead() && witness.term() == term)
        {
            witness.stillHolds(newValidUntilNs);
        }
    }

    @Override
    public void onExtended(final long term, final Outcome outcome)
    {
        if (client.isDead())
        {
            return;
        }

        network.note(() -> name + " extends " + keyName + ": " + outcome);
        world.operations++;
        if (outcome == Outcome.EXTENDED)
        {
            witness.hasExtended(term);
        }
        else if (outcome == Outcome.LOST)
        {
            witness.hasNotExtended(term);
        }
        client.told();
    }

    @Override
    public void onReleased(final long term, final Outcome outcome)
    {
        if (!client.isDead())
        {
            network.note(() -> name + " has released " + keyName + ": " + outcome);
            world.operations++;
            if (outcome == Outcome.RELEASED)
            {
                witness.hasReleased(term);
            }
            if (!isHolding() && !isWaiting)
            {
                thinkAndBegin();
            }
            client.told();
        }
    }

    @Override
    public void onLost(final long term, final LostReason reason)
    {
        if (client.isDead())
        {
            return;
        }

        network.note(() -> name + " has lost " + keyName + ": " + reason);
        witness.hasLost(term);
        if (witness.term() == term)
        {
            witness.letGo();
            world.onLost(reason);
            thinkAndBegin();
        }
        client.told();
    }
}
