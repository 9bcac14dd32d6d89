// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.declaration;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.spi.address.NodeAddress;

/**
 * A list of nodes, and what their markers say: whether it is the list that was declared.
 */
final class DeclaredList
{
    /*
     * Seats follow from addresses, and the fingerprint of a declaration from all its seats. So one marker
     * that has survived shows whether the nodes without one are members that were emptied, or strangers. A
     * node that has its marker keeps the seat in it, wherever it is now.
     */
    private final MarkerNodes nodes;
    private final List<NodeAddress> places;
    private final List<Marker> found;

    /**
     * @param nodes  of the list.
     * @param places where each was when it was declared, as far as its marker does not say it.
     * @param found  marker of each; null for none, or if it does not answer.
     */
    DeclaredList(final MarkerNodes nodes, final List<NodeAddress> places, final List<Marker> found)
    {
        this.nodes = nodes;
        this.places = places;
        this.found = found;
    }

    /**
     * The seat of a node in this list.
     */
    String seat(final int node)
    {
        return found.get(node) == null || isFree(node) ?
            Deployment.seat(places.get(node)) : found.get(node).seat();
    }

    /**
     * Whether another declaration may take the node: it has had none, or none that has a quorum.
     */
    private boolean isFree(final int node)
    {
        final Marker marker = found.get(node);

        return marker == null || marker.deployment().state() == Deployment.State.RETIRED;
    }

    /**
     * The declaration of this list: the one that its nodes have, or a new one.
     *
     * @return pending.
     * @throws IllegalStateException if a node was declared with another list.
     */
    Deployment declaration()
    {
        final Deployment standing = standing();
        final Deployment ours = ofSeats();
        refuseMixed(standing, ours);
        Deployment declaration = standing == null ? ours : standing;
        for (final Marker marker : found)
        {
            if (marker != null && marker.isRetired() && isAfter(marker.deployment(), declaration))
            {
                declaration = marker.deployment().again();
            }
        }
        refuseRetired(standing, declaration);

        return declaration;
    }

    /**
     * The one declaration that nodes have now.
     *
     * @return pending; null if no node has one.
     */
    Deployment standing()
    {
        int first = -1;
        for (int i = 0; i < found.size(); i++)
        {
            if (!isFree(i))
            {
                final String differs = nodes.rule.difference(found.get(i), nodes.address(i).database());
                nodes.refuseIf(differs != null, i, differs);
                first = first < 0 ? i : first;
                nodes.refuseIf(!pending(i).equals(pending(first)), i, "was declared with another list of " +
                    "nodes than node " + nodes.name(first) + ": list nodes of one declaration only; for a " +
                    "new list retire the old ones first ('redlock init --retire' with each)");
            }
        }

        return first < 0 ? null : pending(first);
    }

    /**
     * Whether all nodes of the list, and no others, are those of a declaration.
     */
    boolean isOf(final Deployment declaration)
    {
        return ofSeats().fingerprint().equals(declaration.fingerprint());
    }

    /**
     * Refuses nodes that are not of the list which the others were declared with: some may have gone to
     * another list since, which is not the one to be retired. Of lists of earlier versions nobody can tell.
     */
    void refuseStrangers()
    {
        for (int i = 0; i < found.size(); i++)
        {
            nodes.refuseIf(isFree(i) && isOfAddresses(), i, "does not belong to the list that others of " +
                "these nodes are declared with now: leave it out to retire that list");
        }
    }

    private Deployment ofSeats()
    {
        final Deployment ours = nodes.rule.ours();

        return Deployment.of(IntStream.range(0, found.size()).mapToObj(this::seat).toList(), ours.quorum(),
            ours.longestTtlMs());
    }

    private Deployment pending(final int node)
    {
        return found.get(node).deployment().in(Deployment.State.PENDING);
    }

    private void refuseMixed(final Deployment standing, final Deployment ours)
    {
        if (standing != null && !ours.fingerprint().equals(standing.fingerprint()))
        {
            final int one = IntStream.range(0, found.size()).filter(i -> !isFree(i)).findFirst().orElse(0);
            final String others = IntStream.range(0, found.size()).filter(this::isFree)
                .mapToObj(nodes::name).collect(Collectors.joining(", "));
            final boolean isBegun = found.stream().filter(Objects::nonNull).noneMatch(Marker::isVoting);
            nodes.refuseIf(true, one, (isBegun ? "is being declared, not to the end yet, " :
                "was declared ") + "with another list of nodes, to which these do not belong, or not under " +
                "these addresses: " + others + ". " + (isBegun ? "Wait if that is going on. " : "") +
                "For a new list retire the old one first ('redlock init --retire' with its nodes). For the " +
                "same list name the nodes as they were when they were declared, and --moved NEW=OLD for " +
                "one that has moved and lost its marker since" + (isOfAddresses() ? "" :
                ". If an earlier version declared it, nobody can tell a stranger from a node that lost its " +
                "marker: retire it and declare it again"));
        }
    }

    private boolean isOfAddresses()
    {
        return IntStream.range(0, found.size()).anyMatch(
            i -> !isFree(i) && found.get(i).seat().equals(Deployment.seat(places.get(i))));
    }

    private void refuseRetired(final Deployment standing, final Deployment declaration)
    {
        for (int i = 0; i < found.size(); i++)
        {
            nodes.refuseIf(!isFree(i) && found.get(i).isRetired(), i, "is being retired: say 'redlock init " +
                "--retire' with its list again, until it says that it is done");
            nodes.refuseIf(!isFree(i) && !declaration.equals(standing), i, "is of a declaration that was " +
                "retired on other nodes: say 'redlock init --retire' with its list again");
        }
    }

    private static boolean isAfter(final Deployment retired, final Deployment declaration)
    {
        return retired.fingerprint().equals(declaration.fingerprint()) &&
            retired.epoch() > declaration.epoch();
    }
}
