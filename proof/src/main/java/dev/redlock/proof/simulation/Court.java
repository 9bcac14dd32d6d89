// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.test.memory.MemoryNetwork;

/**
 * The truth and the claims, for the invariants.
 */
final class Court
{
    final MemoryNetwork network;
    final Swarm swarm;
    final Referee referee;
    final TokenBook book;
    final ExclusionChecker checker = new ExclusionChecker();
    final List<Witness> witnesses = new ArrayList<>();

    /**
     * By key: how often it was acquired by somebody who believed so.
     */
    final int[] acquired = new int[Swarm.KEYS.length];

    Court(final MemoryNetwork network, final Swarm swarm)
    {
        this.network = network;
        this.swarm = swarm;
        referee = new Referee(network, swarm.envelope == Envelope.INSIDE);
        book = new TokenBook(network, referee, swarm);
    }
}
