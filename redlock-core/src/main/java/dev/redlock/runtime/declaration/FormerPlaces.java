// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.declaration;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.runtime.operators.NoConnectionException;
import dev.redlock.spi.Answer;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.text.Printable;

/**
 * Where nodes were that are said to have moved: nobody may live there with the seat of such a node, or with
 * none.
 */
final class FormerPlaces
{
    /*
     * A server at the former address may vote for those who know it there, and two nodes would have one seat.
     * That nobody is there is what its machine says, not what a silence means. A server without a marker gets
     * that of the node back from any client that knew it.
     */
    private static final int MOST_ADDRESSES = 16;
    private static final Pattern LITERAL = Pattern.compile("[0-9]+(?:\\.[0-9]+){3}|.*:.*");
    private static final String OR_ELSE =
        ", or retire the list and declare the new one ('redlock init --retire')";
    private static final String STOP_IT =
        ". Stop the server there for good first, or list it instead" + OR_ELSE;

    private final MarkerNodes nodes;
    private final List<NodeAddress> places;

    FormerPlaces(final MarkerNodes nodes, final List<NodeAddress> places)
    {
        this.nodes = nodes;
        this.places = places;
    }

    /**
     * Refuses a node that may still be where it was.
     */
    void check()
    {
        for (int i = 0; i < places.size(); i++)
        {
            if (!places.get(i).equals(nodes.address(i)))
            {
                check(i);
            }
        }
    }

    /*
     * A name may stand for several addresses, and a transport that tells them tries them in turn: all have
     * been tried when it says the same again. One that tells none may have tried the same twice.
     */
    private void check(final int node)
    {
        final Set<String> said = new HashSet<>();
        String nobody = nobodyAt(node);
        while (nobody != null && said.add(nobody))
        {
            nodes.refuseIf(said.size() == MOST_ADDRESSES, node, "may not have moved: " +
                places.get(node).display() + " has too many addresses to ask them all. Name one" + OR_ELSE);
            nobody = nobodyAt(node);
        }
    }

    private static boolean isName(final NodeAddress place)
    {
        return place.host() != null && !LITERAL.matcher(place.host()).matches();
    }

    /**
     * Asks at the former place of a node.
     *
     * @return how it was said that nobody is there; null if somebody is, with another seat.
     */
    private String nobodyAt(final int node)
    {
        final String place = places.get(node).display();
        final Answer answer;
        try
        {
            answer = nodes.ask(nodes.count() + node, "GET", nodes.rule.keyText());
        }
        catch (final IllegalStateException ex)
        {
            final NoConnectionException none =
                ex.getCause() instanceof NoConnectionException cause ? cause : null;
            nodes.refuseIf(none == null || !none.isNobodyThere(), node, "may not have moved: " +
                ex.getMessage() + ". Silence is no proof that the server there is gone: stop it for good, " +
                "so that its machine refuses connections" + OR_ELSE);
            nodes.refuseIf(isName(places.get(node)) && !none.isAddressTold(), node, "may not have moved: " +
                ex.getMessage() + ". The transport does not say which of the addresses behind that name it " +
                "has tried, and a server may live at another: ask over another transport" + OR_ELSE);

            return ex.getMessage();
        }
        nodes.refuseIf(answer.isError(), node, "may not have moved: " + place + " still answers, and does " +
            "not say whether it has the marker of this node (" + Printable.of(answer.text()) + ")" + STOP_IT);
        final Marker left = MarkerNodes.marker(answer);
        nodes.refuseIf(left == null, node, "may not have moved: " + place + " still answers, without a " +
            "marker, and a client that knew it may write that of this node there" + STOP_IT);
        nodes.refuseIf(left != null && left.seat().equals(Deployment.seat(places.get(node))), node,
            "has not moved: " + place + " still answers, with the marker of this node" + STOP_IT);

        return null;
    }
}
