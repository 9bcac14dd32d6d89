// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import dev.redlock.engine.Engine;
import dev.redlock.outcome.Outcome;

/**
 * Extends for a handle. On its way or under way once at a time; its state sees to that.
 */
final class ExtendCommand extends Call
{
    private final EngineSide side;
    private long term;
    private long ttlMs;

    ExtendCommand(final EngineSide side)
    {
        this.side = side;
    }

    void prepare(final long newTerm, final long newTtlMs)
    {
        term = newTerm;
        ttlMs = newTtlMs;
    }

    @Override
    void run(final Engine engine, final long nowNs)
    {
        side.extend(engine, term, ttlMs, nowNs);
    }

    @Override
    void refuse()
    {
        side.tellExtended(term, Outcome.CLOSED);
    }
}
