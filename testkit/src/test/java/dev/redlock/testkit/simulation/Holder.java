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

import dev.redlock.testkit.memory.MemoryClock;

/**
 * What a handle would answer to {@code isHeld()}: from its own clock, read now, polled or not, paused or not.
 */
final class Holder
{
    final String name;
    private final MemoryClock clock;
    private boolean isHolding;
    private long validUntilNs;

    Holder(final String name, final MemoryClock clock)
    {
        this.name = name;
        this.clock = clock;
    }

    boolean isHeld()
    {
        return isHolding && clock.nowNs() - validUntilNs < 0;
    }

    void hold(final long newValidUntilNs)
    {
        isHolding = true;
        validUntilNs = newValidUntilNs;
    }

    void letGo()
    {
        isHolding = false;
    }
}
