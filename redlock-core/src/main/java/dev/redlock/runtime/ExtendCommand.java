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
