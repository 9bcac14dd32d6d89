// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes what all workers report, counts it, and hands it to the checker. Any thread.
 */
public final class ClaimBook implements ClaimSink
{
    private final IntervalChecker checker = new IntervalChecker();
    private final Map<String, Long> begun = new TreeMap<>();
    private final Map<String, Long> ends = new TreeMap<>();
    private final Map<String, ClaimedInterval> open = new TreeMap<>();
    private final List<String> errors = new ArrayList<>();

    @Override
    public synchronized void begun(final ClaimedInterval claim)
    {
        final String client = client(claim);
        begun.merge(client, 1L, Long::sum);
        if (open.put(claim.holder(), claim) != null)
        {
            errors.add(claim.holder() + " began a claim before its last one had ended");
        }
    }

    @Override
    public synchronized void ended(final ClaimedInterval claim)
    {
        final ClaimedInterval start = open.remove(claim.holder());
        if (start == null || start.sequence() != claim.sequence())
        {
            errors.add(claim.holder() + " ended a claim that it had not begun");
        }
        ends.merge(client(claim) + " " + claim.end(), 1L, Long::sum);
        checker.add(claim);
    }

    @Override
    public synchronized void failed(final String error)
    {
        errors.add(error);
    }

    /**
     * Ends the claims of a process that is dead: they go as far as it is known.
     */
    public synchronized void endAll()
    {
        open.values().forEach(checker::add);
        open.clear();
    }

    public IntervalChecker checker()
    {
        return checker;
    }

    public synchronized Map<String, Long> acquisitions()
    {
        return new TreeMap<>(begun);
    }

    /**
     * How many claims of a client ended in which way.
     */
    public synchronized Map<String, Long> ends()
    {
        return new TreeMap<>(ends);
    }

    public synchronized List<String> errors()
    {
        return List.copyOf(errors);
    }

    private static String client(final ClaimedInterval claim)
    {
        final int at = claim.holder().indexOf('/');

        return at < 0 ? claim.holder() : claim.holder().substring(0, at);
    }
}
