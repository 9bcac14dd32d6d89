// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.SplittableRandom;

import dev.redlock.engine.Claim;
import dev.redlock.engine.ClaimListener;
import dev.redlock.engine.ClaimOptions;
import dev.redlock.engine.KeyLine;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * An application thread with one handle: thinks, acquires, works for a while (now and then too long), perhaps
 * extends, releases, and begins again. What it claims goes to the checkers with the true time.
 */
final class SimulatedWorker implements ClaimListener
{
    private static final int MANY_ATTEMPTS = 1_000_000;
    private static final int EXTENSIONS = 40;

    private final History history;
    private final MemoryNetwork network;
    private final Swarm swarm;
    private final SimulatedClient client;
    private final SplittableRandom random;
    private final String name;
    private final Claim claim;
    private final int key;
    private final String keyName;
    private boolean isRetired;
    private final boolean isAutomatic;
    private boolean isWaiting;
    private boolean isOwed;
    private long owedWaitNs;
    private long workNs;
    private long heldTerm;
    private long lastTerm;
    private long untilNs;
    private long validUntilNs;
    private long heldFromNs;
    private long askedNs;
    private long askedTtlNs;
    private long lateTerm;
    private int token;
    private int acquiredBefore;

    SimulatedWorker(
        final History history,
        final SimulatedClient client,
        final String name,
        final int key,
        final KeyLine line)
    {
        this.history = history;
        this.client = client;
        this.name = name;
        this.key = key;
        network = history.network();
        swarm = history.swarm();
        keyName = History.KEYS[key];
        random = client.random().split();
        isAutomatic = swarm.isAutoExtended && random.nextInt(3) == 0;
        claim = new Claim(client.engine.config(), client.boundary.key(key), line, new ClaimOptions(
            swarm.ttlNs / Swarm.MS, 0, MANY_ATTEMPTS, swarm.ttlNs / 40, swarm.ttlNs / 4, isAutomatic,
            swarm.maxHoldNs, EXTENSIONS), this);
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

    boolean isWaiting()
    {
        return isWaiting;
    }

    boolean isHolding()
    {
        return heldTerm != 0;
    }

    void acquireOnce(final long waitNs)
    {
        client.run(() ->
        {
            if (!isWaiting && heldTerm == 0)
            {
                isWaiting = true;
                client.engine.acquire(claim, waitNs, client.nowNs());
            }
        });
    }

    /**
     * Extends what it holds.
     */
    void extendOnce()
    {
        client.run(() -> extend(heldTerm));
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
        heldTerm = 0;
        history.checker().letGo(keyName, name);
    }

    private void begin()
    {
        if (!isRetired)
        {
            final boolean isPatient = random.nextInt(3) != 0;
            acquireOnce(isPatient ? swarm.ttlNs / 10 + random.nextLong(2 * swarm.ttlNs) : 0);
            if (random.nextInt(16) == 0)
            {
                later(random.nextLong(swarm.ttlNs / 2), this::cancel);
            }
        }
    }

    private void end(final long term)
    {
        if (!client.isDead() && heldTerm == term)
        {
            heldTerm = 0;
            history.checker().letGo(keyName, name);
            final long nowNs = client.nowNs();
            lateTerm = validUntilNs - nowNs <= 0 ? term : lateTerm;
            client.engine.release(claim, term, nowNs);
        }
    }

    /*
     * As a finally block does that comes too late.
     */
    private void endAgain(final long term)
    {
        client.engine.release(claim, term, client.nowNs());
    }

    private void extend(final long term)
    {
        final long longestMs = swarm.longestTtlNs / Swarm.MS;
        final long ttlMs = random.nextBoolean() ? 0 : longestMs / (1 + random.nextInt(4));
        final long nowNs = client.nowNs();
        if (heldTerm == term)
        {
            askedTtlNs = ttlMs == 0 ? swarm.ttlNs : ttlMs * Swarm.MS;
            askedNs = nowNs;
        }
        client.engine.extend(claim, term, ttlMs, nowNs);
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
    }

    private void thinkAndBegin()
    {
        if (isRetired)
        {
            later(1, this::demand);

            return;
        }
        later(random.nextLong(swarm.thoughtNs), this::begin);
    }

    /*
     * What the handle would say if it were asked from now on: its own clock against the instant it was told.
     */
    private void believe(final long newValidUntilNs)
    {
        validUntilNs = newValidUntilNs;
        untilNs = client.clock.trueNs(validUntilNs);
        history.book().claim(token, untilNs, name);
        final Overlap overlap = history.checker().hold(keyName, name, network.nowNs(), untilNs);
        if (overlap != null)
        {
            history.referee().complain(Invariant.I1, overlap.toString());
        }
        for (final SimulatedWorker other : history.workers())
        {
            if (other != this && other.key == key && other.isHeld() && isHeld())
            {
                history.referee().complain(Invariant.I1, "the handles of " + other.name + " and of " + name +
                    " both say that they hold " + keyName);
            }
        }
        if (validUntilNs - heldFromNs > swarm.maxHoldNs)
        {
            history.referee().complain(Invariant.I6, name + " holds " + keyName + " for " +
                (validUntilNs - heldFromNs) + " ns, but may for " + swarm.maxHoldNs + " ns at most");
        }
    }

    /**
     * What the handle says when it is asked now, on any thread of its process.
     */
    private boolean isHeld()
    {
        return heldTerm != 0 && validUntilNs - client.clock.nowNs() > 0;
    }

    /**
     * It is asked again what it claims.
     */
    void insist()
    {
        if (heldTerm != 0)
        {
            history.book().claim(token, client.clock.trueNs(validUntilNs), name);
        }
    }

    /*
     * News that was overtaken by the end of the validity, while the process stood still, claims nothing.
     */
    private boolean isBelieving()
    {
        return untilNs > network.nowNs();
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
            history.referee().complain(Invariant.I6, name + " was given a lock that it does not want");
        }
        if (validUntilNs - client.engineNs() <= 0)
        {
            history.referee().complain(Invariant.I4, name + " was given a lock whose validity was over");
        }
        client.boundary();
        if (client.isDead())
        {
            return;
        }
        network.note(() -> name + " holds " + keyName + " for " + (validUntilNs - client.engineNs()) + " ns");
        history.operations().acquired();
        isWaiting = false;
        isOwed = false;
        heldTerm = term;
        lastTerm = term;
        heldFromNs = client.engineNs();
        token = client.boundary.tokenOf(key);
        believe(validUntilNs);
        acquiredBefore = isBelieving() ? history.acquiredOf(key) : acquiredBefore;
        work(term);
    }

    private void work(final long term)
    {
        if (isRetired)
        {
            later(workNs + random.nextLong(swarm.ttlNs / 50), () -> end(term));

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
            history.operations().denied();
            isWaiting = false;
            thinkAndBegin();
        }
    }

    @Override
    public void onValidity(final long term, final long newValidUntilNs)
    {
        if (!client.isDead() && heldTerm == term)
        {
            if (validUntilNs - client.engineNs() <= 0)
            {
                history.referee().complain(Invariant.I3, name + " is told that it still holds " + keyName +
                    " when its validity was over");
            }
            believe(newValidUntilNs);
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
        history.operations().extended();
        if (outcome == Outcome.EXTENDED && heldTerm == term && validUntilNs - leastExtendedNs() < 0)
        {
            history.referee().complain(Invariant.I4, name + " has extended " + keyName + " until " +
                validUntilNs + " ns, but should have until " + leastExtendedNs() + " ns");
        }
        if (outcome == Outcome.EXTENDED && isBelieving() && history.hasBeenAcquiredSince(key, acquiredBefore))
        {
            history.referee().complain(Invariant.I3, name + " has extended " + keyName +
                ", which somebody else has acquired since");
        }
    }

    /*
     * Unless the longest hold is near, which cuts it.
     */
    private long leastExtendedNs()
    {
        final boolean isCut = askedNs + askedTtlNs - heldFromNs > swarm.maxHoldNs - swarm.ttlNs;

        return isCut ? askedNs : askedNs + askedTtlNs - swarm.drift.of(askedTtlNs);
    }

    @Override
    public void onReleased(final long term, final Outcome outcome)
    {
        if (!client.isDead())
        {
            network.note(() -> name + " has released " + keyName + ": " + outcome);
            history.operations().released();
            if (outcome == Outcome.RELEASED && term == lateTerm)
            {
                history.referee().complain(Invariant.I4, name + " was told that it held " + keyName +
                    " until it released it, but its validity was over before");
            }
            if (heldTerm == 0 && !isWaiting)
            {
                thinkAndBegin();
            }
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
        history.operations().lost();
        if (term != lastTerm)
        {
            history.referee().complain(Invariant.I6, name + " was told that it lost term " + term +
                " when it had term " + lastTerm);
        }
        if (heldTerm == term)
        {
            heldTerm = 0;
            history.checker().letGo(keyName, name);
            history.onLost(reason);
            thinkAndBegin();
        }
    }
}
