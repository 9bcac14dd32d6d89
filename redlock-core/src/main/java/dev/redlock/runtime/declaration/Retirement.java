// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.declaration;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Deployment.State;
import dev.redlock.admission.marker.Marker;
import dev.redlock.spi.address.NodeAddress;

/**
 * Takes a declaration back, in two steps: the nodes stop to vote; and when so many have that no quorum is
 * left, they may be declared with others.
 */
final class Retirement
{
    private final MarkerNodes nodes;
    private final List<NodeAddress> places;
    private final String[] told;
    private final boolean[] hasAnswered;

    Retirement(final MarkerNodes nodes, final List<NodeAddress> places)
    {
        this.nodes = nodes;
        this.places = places;
        told = new String[nodes.count()];
        hasAnswered = new boolean[nodes.count()];
    }

    List<String> retire()
    {
        final List<Marker> found = read();
        final DeclaredList list = new DeclaredList(nodes, places, found);
        final Deployment standing = found.stream().filter(Retirement::isBegun).findFirst()
            .map(marker -> marker.deployment().in(State.PENDING)).orElseGet(list::standing);
        if (standing == null)
        {
            return tellRetired(found);
        }
        final boolean isComplete = list.isOf(standing);
        if (!isComplete)
        {
            list.refuseStrangers();
        }
        checkEnough(standing, IntStream.range(0, told.length).filter(i -> isOf(found.get(i), standing) ||
            isComplete && found.get(i) == null && hasAnswered[i]).count(), "may be");
        for (int i = 0; i < told.length; i++)
        {
            stop(i, found.get(i), standing, isComplete ? list.seat(i) : null);
        }

        // Nodes are read one after the other: those that have stopped before and after were so at one time.
        final List<Marker> before = read();
        final List<Marker> stopped = read();
        checkEnough(standing, IntStream.range(0, told.length)
            .filter(i -> isStopped(stopped.get(i), before.get(i), standing)).count(), "are");
        for (int i = 0; i < told.length; i++)
        {
            final Marker marker = stopped.get(i);
            if (isStopped(marker, before.get(i), standing) && isBegun(marker))
            {
                nodes.replace(i, marker, marker.in(State.RETIRED, nodes.now(i)));
            }
        }

        return tellRetired(read());
    }

    private List<String> tellRetired(final List<Marker> found)
    {
        boolean isAny = false;
        for (int i = 0; i < told.length; i++)
        {
            if (found.get(i) != null && found.get(i).deployment().state() == State.RETIRED)
            {
                isAny = true;
                told[i] = nodes.name(i) + " is retired";
            }
        }
        if (!isAny)
        {
            throw new IllegalStateException("no declaration to retire (" + String.join("; ", told) +
                "): list the nodes that were declared, with the same prefix");
        }

        return List.of(told);
    }

    private void checkEnough(final Deployment standing, final long count, final String verb)
    {
        final int enough = standing.nodes() - standing.quorum() + 1;
        if (count < enough)
        {
            throw new IllegalStateException("of the nodes with this declaration " + count + " " + verb +
                " retired, and it takes " + enough + " of its " + standing.nodes() + " nodes, so that no " +
                "quorum is left (" + String.join("; ", told) + "): list all nodes of that declaration, and " +
                "try again when so many answer");
        }
    }

    private List<Marker> read()
    {
        final List<Marker> found = new ArrayList<>();
        for (int i = 0; i < told.length; i++)
        {
            Marker marker = null;
            try
            {
                marker = nodes.read(i);
                hasAnswered[i] = true;
                told[i] = nodes.name(i) + (marker == null ? " has no marker" : " has a marker");
            }
            catch (final IllegalStateException ex)
            {
                hasAnswered[i] = false;
                told[i] = ex.getMessage();
            }
            found.add(marker);
        }

        return found;
    }

    /*
     * A member that has lost its marker gets one, too, or a client that has known it would write the old one.
     */
    private void stop(final int node, final Marker found, final Deployment standing, final String seat)
    {
        if (found == null ? seat == null : found.isRetired() || !isOf(found, standing))
        {
            return;
        }
        try
        {
            final Marker.Birth now = nodes.now(node);
            nodes.replace(node, found, found == null ?
                nodes.draw(node, standing.in(State.RETIRING), seat, now) : found.in(State.RETIRING, now));
        }
        catch (final IllegalStateException ex)
        {
            told[node] = ex.getMessage();
        }
    }

    private static boolean isStopped(final Marker marker, final Marker before, final Deployment standing)
    {
        return isOf(marker, standing) && marker.isRetired() && before != null && before.isRetired() &&
            before.incarnation().equals(marker.incarnation());
    }

    private static boolean isOf(final Marker marker, final Deployment standing)
    {
        return marker != null && marker.deployment().in(State.PENDING).equals(standing);
    }

    private static boolean isBegun(final Marker marker)
    {
        return marker != null && marker.deployment().state() == State.RETIRING;
    }
}
