// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.redlock.spi.Answer;
import dev.redlock.text.Printable;

/**
 * What was seen of a line on one node.
 *
 * @param node    for people.
 * @param tickets that live, in the order of the node.
 * @param detail  for people: why there may be more of them; empty if there are not.
 */
public record LineSighting(String node, List<SeenTicket> tickets, String detail)
{
    /**
     * Places that are looked at.
     */
    static final int MOST_PLACES = 500;

    private static final long US_PER_SECOND = 1_000_000;

    static LineSighting unknown(final String node, final String why)
    {
        return new LineSighting(node, List.of(), Printable.of(why));
    }

    /**
     * Judges what a node says.
     *
     * @param places      the first in line.
     * @param time        the answer to TIME.
     * @param found       the answer to HMGET, for the ticket of each place.
     * @param mostAheadMs how long after the node told its time it may have read the tickets.
     */
    static LineSighting of(final String node, final List<Place> places, final Answer time, final Answer found,
        final long mostAheadMs)
    {
        final String trouble = Stream.of(trouble("TIME", time, 2), trouble("HMGET", found, places.size()))
            .filter(words -> !words.isEmpty()).collect(Collectors.joining("; "));
        if (!trouble.isEmpty())
        {
            return unknown(node, trouble);
        }

        final long nowUs = Long.parseLong(time.elements().get(0).text()) * US_PER_SECOND +
            Long.parseLong(time.elements().get(1).text());
        final List<SeenTicket> tickets = new ArrayList<>();
        int foreign = 0;
        for (int i = 0; i < Math.min(places.size(), MOST_PLACES); i++)
        {
            final Answer text = found.elements().get(i);
            final SeenTicket ticket = SeenTicket.of(places.get(i), text, nowUs);
            if (ticket != null && ticket.isAlive(mostAheadMs))
            {
                tickets.add(ticket);
            }
            foreign += ticket == null && text.kind() != Answer.Kind.NIL ? 1 : 0;
        }

        return new LineSighting(node, List.copyOf(tickets), detail(places.size() > MOST_PLACES, foreign));
    }

    /**
     * What an answer says in place of a list.
     *
     * @param command that was answered.
     * @param size    of the list.
     * @return empty if it is that list.
     */
    static String trouble(final String command, final Answer answer, final int size)
    {
        return answer.kind() == Answer.Kind.LIST && answer.elements().size() == size ? "" :
            command + ": " + (answer.isError() ? answer.text() : "unexpected answer, " + answer);
    }

    private static String detail(final boolean areMore, final int foreign)
    {
        final String unseen = areMore ? "only the first " + MOST_PLACES + " places were looked at" : "";
        final String strange = foreign > 0 ? "tickets that are none of ours: " + foreign : "";

        return unseen + (areMore && foreign > 0 ? ", and " : "") + strange;
    }
}
