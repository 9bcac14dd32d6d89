// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.judge;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.test.memory.MemoryNetwork;

/**
 * Collects what is wrong, by the names of the invariants.
 */
public final class Referee
{
    private static final int MOST = 20;

    private final List<String> complaints = new ArrayList<>();
    private final MemoryNetwork network;
    private final boolean isStrict;

    /**
     * A referee without a sighting yet.
     *
     * @param isStrict whether every invariant counts; otherwise exclusion alone, for worlds in which the
     *                 assumptions of the others are broken on purpose.
     */
    public Referee(final MemoryNetwork network, final boolean isStrict)
    {
        this.network = network;
        this.isStrict = isStrict;
    }

    public void complain(final Invariant invariant, final String words)
    {
        if ((isStrict || invariant == Invariant.I1) && complaints.size() < MOST)
        {
            final String complaint = invariant + " " + words;
            network.note(() -> "VIOLATION " + complaint);
            complaints.add(complaint);
        }
    }

    public boolean isContent()
    {
        return complaints.isEmpty();
    }

    public List<String> complaints()
    {
        return complaints;
    }
}
