// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.redlock.engine.claim.Claim;
import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Quorum;
import dev.redlock.spi.ErrorCode;

/**
 * The votes of a round in words, from the causes that the engine gives to callers.
 */
record VoteWords(Claim claim, Quorum quorum)
{
    private static final long NS_PER_MS = 1_000_000;

    /**
     * How a round stands in which all nodes were asked and none has answered.
     */
    String started()
    {
        return "0 granted, " + quorum.nodeCount() + " in flight";
    }

    String standing()
    {
        final Map<String, List<String>> faults = new LinkedHashMap<>();
        int granted = 0;
        int refused = 0;
        int faulted = 0;
        int inFlight = 0;
        int notAsked = 0;
        int notDurable = 0;
        for (int i = 0; i < quorum.nodeCount(); i++)
        {
            switch (claim.cause(i))
            {
                case GRANTED -> granted++;
                case HELD_BY_ANOTHER -> refused++;
                case PENDING -> inFlight++;
                case NOT_ASKED -> notAsked++;
                case NOT_DURABLE -> notDurable++;
                default ->
                {
                    faulted++;
                    faults.computeIfAbsent(why(i), (any) -> new ArrayList<>()).add("n" + i);
                }
            }
        }

        return granted + " granted" + part(notDurable, "not durable") + part(refused, "refused") +
            part(faulted, "faulted") + inWords(faults) +
            part(inFlight, "in flight") + part(notAsked, "not asked");
    }

    long ms(final long instantNs)
    {
        return (instantNs - Story.START_NS) / NS_PER_MS;
    }

    private String why(final int nodeIndex)
    {
        final ErrorCode code = claim.errorCode(nodeIndex);
        final Cause cause = claim.cause(nodeIndex);

        return cause == Cause.SERVER_ERROR ?
            code.name() : cause.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String part(final int count, final String what)
    {
        return count == 0 ? "" : ", " + count + " " + what;
    }

    private static String inWords(final Map<String, List<String>> faults)
    {
        final List<String> parts = new ArrayList<>();
        faults.forEach((why, nodes) -> parts.add(String.join(",", nodes) + " " + why));

        return parts.isEmpty() ? "" : " (" + String.join("; ", parts) + ")";
    }
}
