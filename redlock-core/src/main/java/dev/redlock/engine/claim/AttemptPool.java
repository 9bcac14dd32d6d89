// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.Meter;
import dev.redlock.engine.wire.NodeRtt;

/**
 * All attempts of an engine, made at start-up: there is one for each lock that may be held. Last in, first
 * out, so that a quiet engine works on warm memory.
 */
public final class AttemptPool
{
    private final Meter meter;
    private final Attempt[] all;
    private final Attempt[] free;
    private int freeCount;

    public AttemptPool(final EngineConfig config, final NodeRtt[] rtts, final Meter meter)
    {
        final int capacity = config.maxLocks();
        final Round.Rules rules = new Round.Rules(
            config.quorum(), config.drift(), rtts, config.durability().atMostNs());
        final long[] scratch = new long[config.quorum().nodeCount()];
        this.meter = meter;
        all = new Attempt[capacity];
        free = new Attempt[capacity];
        for (int i = 0; i < capacity; i++)
        {
            all[i] = new Attempt(i, rules, scratch);
            free[capacity - 1 - i] = all[i];
        }
        freeCount = capacity;
    }

    /**
     * An attempt that is not in use.
     */
    public Attempt take()
    {
        assert freeCount > 0 : "all attempts are in use: make room before one is taken";

        final Attempt attempt = free[--freeCount];
        meter.tokensOut(inUse());

        return attempt;
    }

    public void giveBack(final Attempt attempt)
    {
        attempt.free();
        free[freeCount++] = attempt;
        meter.tokensOut(inUse());
    }

    public boolean isExhausted()
    {
        return freeCount == 0;
    }

    public int inUse()
    {
        return all.length - freeCount;
    }

    public int capacity()
    {
        return all.length;
    }

    public Attempt at(final int index)
    {
        return all[index];
    }
}
