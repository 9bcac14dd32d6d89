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

import java.util.ArrayList;
import java.util.List;

import dev.redlock.testkit.memory.MemoryNetwork;

/**
 * Collects what is wrong, by the names of the invariants.
 */
final class Referee
{
    private static final int MOST = 20;

    private final List<String> complaints = new ArrayList<>();
    private final MemoryNetwork network;
    private final boolean isStrict;

    /**
     * A referee who has seen nothing.
     *
     * @param isStrict whether every invariant counts; otherwise exclusion alone, for worlds in which the
     *                 assumptions of the others are broken on purpose.
     */
    Referee(final MemoryNetwork network, final boolean isStrict)
    {
        this.network = network;
        this.isStrict = isStrict;
    }

    void complain(final Invariant invariant, final String words)
    {
        if ((isStrict || invariant == Invariant.I1) && complaints.size() < MOST)
        {
            final String complaint = invariant + " " + words;
            network.note(() -> "VIOLATION " + complaint);
            complaints.add(complaint);
        }
    }

    boolean isContent()
    {
        return complaints.isEmpty();
    }

    List<String> complaints()
    {
        return complaints;
    }
}
