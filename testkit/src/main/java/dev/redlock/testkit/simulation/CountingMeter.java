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

import dev.redlock.engine.Meter;
import dev.redlock.outcome.Counter;

/**
 * Counts what engines count, over all histories of a thread: to show that they were no idyll.
 */
final class CountingMeter implements Meter
{
    private final long[] counts = new long[Counter.values().length];

    long[] counts()
    {
        return counts;
    }

    @Override
    public void count(final Counter counter)
    {
        counts[counter.ordinal()]++;
    }

    @Override
    public void rtt(final int nodeIndex, final long durationNs)
    {
    }

    @Override
    public void acquired(final long durationNs, final long marginNs)
    {
    }

    @Override
    public void extended(final long durationNs)
    {
    }

    @Override
    public void released(final long heldNs, final long durationNs)
    {
    }

    @Override
    public void clock(final int nodeIndex, final long lowPpm, final long highPpm)
    {
    }

    @Override
    public void offset(final int nodeIndex, final long lowNs, final long highNs)
    {
    }

    @Override
    public void tokensOut(final int number)
    {
    }
}
