// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.EngineConfig;
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

    /*
     * Null where nodes say nothing unasked.
     */
    private final TokenTable named;

    public AttemptPool(final EngineConfig config, final NodeRtt[] rtts, final Meter meter)
    {
        final int capacity = config.maxLocks();
        final Round.Rules rules = new Round.Rules(config.drift(), rtts, config.durability().atMostNs());
        final long[] scratch = config.slots().longs();
        this.meter = meter;
        all = new Attempt[capacity];
        free = new Attempt[capacity];
        for (int i = 0; i < capacity; i++)
        {
            all[i] = new Attempt(i, rules, config.slots(), scratch);
            free[capacity - 1 - i] = all[i];
        }
        freeCount = capacity;
        named = config.waiting().isGiven() ? new TokenTable(all) : null;
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

    /**
     * The attempt has its token: nodes may name it from now on.
     */
    public void name(final Attempt attempt)
    {
        if (named != null)
        {
            named.put(attempt);
        }
    }

    /**
     * The attempt that a node names; null if it is none of those in use.
     *
     * @param bytes  that hold its token.
     * @param offset of that.
     */
    public Attempt find(final byte[] bytes, final int offset)
    {
        return named == null ? null : named.find(bytes, offset);
    }

    public void giveBack(final Attempt attempt)
    {
        if (named != null)
        {
            named.remove(attempt);
        }
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
