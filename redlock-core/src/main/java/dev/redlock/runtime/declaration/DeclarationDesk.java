// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.declaration;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.spi.address.NodeAddress;

/**
 * Declares nodes as one deployment, by writing their markers, and takes such a declaration back.
 */
public final class DeclarationDesk
{
    /*
     * What must hold: of two lists that share a node whose marker has survived, clients accept at most one
     * that can win without the other. The argument: a marker votes only if each node of its list was read
     * with a marker of the same declaration; a declaration is never written over a marker of another, unless
     * that one has lost its quorum for good (Retirement). So it needs no lock among those who declare: they
     * may run side by side and break off anywhere. One who is overtaken has broken off, and is another one
     * when it begins again; so a single attempt is what has to be shown right.
     */
    private static final long US_PER_MS = 1_000;
    private static final long MS_PER_S = 1_000;
    private static final int MOST_TRIES = 10;
    private static final long PAUSE_NS = 10_000_000;

    private final MarkerNodes nodes;
    private final List<NodeAddress> places;

    /**
     * A desk for declarations.
     *
     * @param questions how single nodes are asked.
     * @param nodes     of the list.
     * @param places    where each was when it was declared: for one that has moved and lost its marker since.
     * @param rule      what the client is set to.
     */
    public DeclarationDesk(final NodeQuestions questions, final List<NodeAddress> nodes,
        final List<NodeAddress> places, final MarkerRule rule)
    {
        this.nodes = new MarkerNodes(questions, nodes, rule);
        this.places = places;
    }

    /**
     * Declares the nodes, and begins again if others write markers meanwhile. Blocks.
     *
     * @param inUse whether they may have been used: those without a marker then vote after the longest time
     *              to live only. Otherwise there must be no key under the prefix.
     * @return what was done, a sentence for each node.
     * @throws IllegalStateException with the reason and the remedy, if that is refused, or broke off.
     */
    public List<String> declare(final boolean inUse)
    {
        for (int tries = 1; tries < MOST_TRIES; tries++)
        {
            try
            {
                return declareOnce(inUse);
            }
            catch (final MarkerNodes.Overtaken ignored)
            {
                // Mostly a client that repairs a node: what it has written is read next. Two who declare the
                // same would overtake each other again and again without an odd pause.
                LockSupport.parkNanos(Math.floorMod(nodes.rule.random().getAsLong(), tries * PAUSE_NS));
            }
        }

        return declareOnce(inUse);
    }

    /**
     * A single attempt of {@link #declare(boolean)}.
     *
     * @param inUse as there.
     * @return as there.
     * @throws IllegalStateException also if others have written markers meanwhile.
     */
    public List<String> declareOnce(final boolean inUse)
    {
        final List<Marker> found = found();
        final DeclaredList list = new DeclaredList(nodes, places, found);
        final Deployment declaration = list.declaration();
        checkProcesses();
        new FormerPlaces(nodes, places).check();
        checkUse(found, inUse);

        final String[] done = new String[nodes.count()];
        for (final boolean isRetired : new boolean[]{false, true})
        {
            // The retired ones last: as long as one is there, whoever goes on knows that all must wait.
            for (int i = 0; i < done.length; i++)
            {
                if (isRetired == (found.get(i) != null && found.get(i).isRetired()))
                {
                    done[i] = write(i, found.get(i), declaration, list.seat(i), inUse);
                }
            }
        }
        confirm(declaration);

        return List.of(done);
    }

    /**
     * Takes the declaration of the nodes back, so that other lists may be declared with them. Blocks.
     *
     * @return what was done, a sentence for each node.
     * @throws IllegalStateException with the reason and the remedy, if that is refused, or broke off.
     */
    public List<String> retire()
    {
        return new Retirement(nodes, places).retire();
    }

    private List<Marker> found()
    {
        try
        {
            return nodes.readAll();
        }
        catch (final IllegalStateException ex)
        {
            throw ex.getCause() == null ? ex : new IllegalStateException(ex.getMessage() +
                ": all nodes must be reachable to be declared; try again when they are", ex);
        }
    }

    private void checkProcesses()
    {
        final Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < nodes.count(); i++)
        {
            final String runId = nodes.runId(i);
            final Integer other = runId == null ? null : seen.put(runId, i);
            nodes.refuseIf(other != null, i, "is the same process as node " +
                (other == null ? "" : nodes.name(other)) + ": leave out one of the two addresses");
        }
    }

    private void checkUse(final List<Marker> found, final boolean inUse)
    {
        final boolean isVoting = found.stream().anyMatch(marker -> marker != null && marker.isVoting());
        for (int i = 0; i < found.size(); i++)
        {
            final Marker marker = found.get(i);
            if (marker != null && marker.isRetired())
            {
                nodes.refuseIf(!inUse, i, "was declared with a list that was retired, and may hold its " +
                    "locks: say --in-use, and all nodes vote after the longest time to live");
                checkWaited(i, marker);
            }
            else if (!inUse)
            {
                nodes.refuseIf(marker == null && isVoting, i, "has no marker, but others have, and may be " +
                    "in use: it may have forgotten locks. Say --in-use, and it votes after the longest " +
                    "time to live");
                if (!isVoting)
                {
                    nodes.checkEmpty(i);
                }
            }
        }
    }

    /*
     * Nodes count the longest time to live of the new list.
     */
    private void checkWaited(final int node, final Marker retired)
    {
        final long oldTtlMs = retired.deployment().longestTtlMs();
        final long waitMs = oldTtlMs - retired.born().ageUs(nodes.now(node)) / US_PER_MS;
        nodes.refuseIf(oldTtlMs > nodes.rule.ours().longestTtlMs() && waitMs > 0, node, "was retired a " +
            "short time ago, and its old longest time to live, " + oldTtlMs + " ms, is more than the new " +
            "one: try again in " + (waitMs / MS_PER_S + 1) + " s");
    }

    private String write(final int node, final Marker found, final Deployment declaration, final String seat,
        final boolean inUse)
    {
        if (found != null && (found.isVoting() || !inUse && !nodes.hasChanged(node, found)))
        {
            return nodes.name(node) + (found.isVoting() ? " was declared before" : " is declared");
        }
        // One that was begun before a restart may have been completed and used, and have forgotten that.
        final boolean isToWait = inUse || found != null;
        final Marker.Birth born = isToWait ? nodes.now(node) : Marker.Birth.BEFORE_USE;
        nodes.replace(node, found, nodes.draw(node, declaration, seat, born));

        return nodes.name(node) + " is declared" +
            (isToWait ? ", and votes after the longest time to live" : "");
    }

    /*
     * Nodes are read one after the other, so all are read twice: a marker that is completed has been there
     * since before the last look at each of the others.
     */
    private void confirm(final Deployment declaration)
    {
        final List<Marker> seen = nodes.readAll();
        final List<Marker> written = nodes.readAll();
        for (int i = 0; i < written.size(); i++)
        {
            final Marker marker = written.get(i);
            if (marker == null || marker.isRetired() ||
                !marker.deployment().in(Deployment.State.PENDING).equals(declaration) ||
                !marker.isVoting() && !marker.equals(seen.get(i)))
            {
                throw new MarkerNodes.Overtaken(nodes.name(i));
            }
        }
        nodes.refuseIf(!new DeclaredList(nodes, places, written).isOf(declaration), 0, "or another one has " +
            "got the seat of a third one meanwhile: see that nobody else declares them, and try again");

        final boolean isUsed = written.stream()
            .anyMatch(marker -> marker.isVoting() || !marker.born().equals(Marker.Birth.BEFORE_USE));
        for (int i = 0; i < written.size(); i++)
        {
            final Marker marker = written.get(i);
            if (!marker.isVoting())
            {
                // Its write may have come late, and the node been used and emptied since its time was read.
                nodes.replace(i, marker, marker.in(Deployment.State.VOTING,
                    isUsed ? nodes.now(i) : marker.born()));
            }
        }
    }
}
