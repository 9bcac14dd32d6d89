// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos.claim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import dev.redlock.proof.simulation.judge.BelievedHold;
import dev.redlock.proof.simulation.judge.ExclusionChecker;

/**
 * Exclusion over claimed intervals: of two claims to one lock, one has ended when the other begins. While
 * the load runs it looks at each claim as it ends, so that a run stops at the first overlap; when the load is
 * over the simulator's own checker judges all claims once more, and both must have found the same.
 * <p>
 * Claims may come in any order, as those of a process that stood still come late. Any thread.
 */
public final class IntervalChecker
{
    private final Map<Integer, NavigableMap<Long, List<ClaimedInterval>>> claims = new HashMap<>();
    private final List<Overlap> overlaps = new ArrayList<>();
    private final List<BelievedHold> holds = new ArrayList<>();
    private long longestNs;
    private long count;

    /**
     * Two claims that exclude each other.
     *
     * @param earlier the one that was known first.
     * @param later   the one that came to it.
     */
    public record Overlap(ClaimedInterval earlier, ClaimedInterval later)
    {
    }

    public synchronized void add(final ClaimedInterval claim)
    {
        count++;
        longestNs = Math.max(longestNs, claim.untilNs() - claim.fromNs());
        final NavigableMap<Long, List<ClaimedInterval>> ofKey =
            claims.computeIfAbsent(claim.key(), key -> new TreeMap<>());

        // Nothing that began earlier than the longest claim ago can reach into this one.
        ofKey.subMap(claim.fromNs() - longestNs, true, claim.untilNs(), true).values().stream()
            .flatMap(List::stream)
            .filter(claim::overlaps).forEach(other -> overlaps.add(new Overlap(other, claim)));
        if (!claim.end().equals(ClaimedInterval.NEVER_HELD))
        {
            holds.add(claim.hold());
        }
        ofKey.computeIfAbsent(claim.fromNs(), from -> new ArrayList<>(1)).add(claim);
    }

    public synchronized List<Overlap> overlaps()
    {
        return List.copyOf(overlaps);
    }

    /**
     * How many overlaps the simulator's checker finds in the same claims.
     */
    public synchronized int judge()
    {
        return ExclusionChecker.overlaps(holds).size();
    }

    public synchronized boolean isViolated()
    {
        return !overlaps.isEmpty();
    }

    public synchronized long count()
    {
        return count;
    }
}
