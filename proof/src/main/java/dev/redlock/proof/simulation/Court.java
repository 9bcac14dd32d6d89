// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.proof.simulation.judge.ExclusionChecker;
import dev.redlock.proof.simulation.judge.LineJudge;
import dev.redlock.proof.simulation.judge.Referee;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * The truth and the claims, for the invariants.
 */
final class Court
{
    final MemoryNetwork network;
    final Swarm swarm;
    final Referee referee;
    final LineJudge lines;
    final TokenBook book;
    final ExclusionChecker checker = new ExclusionChecker();
    final List<Witness> witnesses = new ArrayList<>();

    /**
     * By key: how often it was acquired by somebody who believed so.
     */
    final int[] acquired = new int[Swarm.KEYS.length];

    /**
     * By key: when that was last.
     */
    final long[] acquiredNs = new long[Swarm.KEYS.length];

    /**
     * By key: until when a quorum has promised to keep it after its release.
     */
    final long[] keptUntilNs = new long[Swarm.KEYS.length];

    /**
     * By key: the highest fencing token with which it was acquired.
     */
    final long[] fencingTokens = new long[Swarm.KEYS.length];

    Court(final MemoryNetwork network, final Swarm swarm)
    {
        this.network = network;
        this.swarm = swarm;
        referee = new Referee(network, swarm.envelope.isStrict());
        lines = new LineJudge(network, referee);
        book = new TokenBook(network, referee, swarm, lines);
    }
}
