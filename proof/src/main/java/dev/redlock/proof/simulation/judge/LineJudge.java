// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.judge;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.redlock.test.memory.MemoryNetwork;

/**
 * Invariants W2 and W3: while nothing goes wrong, those who wait in line get the lock in their order, and
 * soon after its release. Looks only while it is told to.
 * <p>
 * A place counts from when the last node has it. Nobody who came later than that and took a place, too, is to
 * be first (a lock that is free for a moment is anybody's); and whoever releases has heard by then that
 * somebody waits.
 */
public final class LineJudge
{
    private static final long MS = 1_000_000;
    private static final long ORDER_SLACK_NS = 25 * MS;
    private static final int ORDER_TRIPS = 4;
    private static final long HEARING_SLACK_NS = 5 * MS;
    private static final int HEARING_TRIPS = 2;
    private static final long HAND_OVER_NS = 300 * MS;
    private static final int HAND_OVER_TRIPS = 32;
    private static final long NOT_YET = Long.MAX_VALUE;

    private final Referee referee;
    private final MemoryNetwork network;
    private final int all;
    private final Map<Integer, Place> places = new LinkedHashMap<>();
    private final Map<Integer, Place> holders = new HashMap<>();
    private final Map<Integer, Long> dueNs = new HashMap<>();
    private long tripNs;
    private long errorNs;
    private boolean isOn;

    /**
     * A judge who looks away.
     *
     * @param network of the nodes.
     * @param referee is told what is wrong.
     */
    public LineJudge(final MemoryNetwork network, final Referee referee)
    {
        this.network = network;
        this.referee = referee;
        all = (1 << network.nodeCount()) - 1;
    }

    /**
     * From now on nothing goes wrong. Nobody holds or waits for anything.
     *
     * @param newTripNs  how long a message takes one way at the most, and is looked at.
     * @param newErrorNs by how much two clients' estimates of the nodes' time may differ.
     */
    public void begin(final long newTripNs, final long newErrorNs)
    {
        tripNs = newTripNs;
        errorNs = newErrorNs;
        isOn = true;
    }

    /**
     * From now on anything may go wrong. Whoever was to get a lock by now has it.
     */
    public void end()
    {
        dueNs.keySet().forEach(this::checkHaste);
        isOn = false;
        places.clear();
        holders.clear();
        dueNs.clear();
    }

    /**
     * By how much somebody must have come later to be later.
     */
    public long orderNs()
    {
        return ORDER_TRIPS * tripNs + errorNs + ORDER_SLACK_NS;
    }

    /**
     * A client sends a ticket.
     *
     * @param id    of its owner token, which may have been sent before.
     * @param owner the client.
     * @param key   that it waits for.
     */
    public void stands(final int id, final Object owner, final int key)
    {
        if (isOn)
        {
            places.computeIfAbsent(id, (any) -> new Place(owner, key, network.nowNs()));
        }
    }

    /**
     * A node keeps a ticket, if it was one.
     */
    public void keeps(final int id, final int nodeIndex)
    {
        final Place place = places.get(id);
        if (place != null)
        {
            place.keptAt |= 1 << nodeIndex;
            place.settledNs = place.keptAt == all ? Math.min(place.settledNs, network.nowNs()) : NOT_YET;
        }
    }

    /**
     * A client sends a release of a token, or leaves the line with it.
     */
    public void leaves(final int id)
    {
        places.remove(id);
    }

    /**
     * A client has got a lock.
     *
     * @param id       of its owner token.
     * @param owner    the client.
     * @param key      of the lock.
     * @param who      its worker.
     * @param calledNs when that came.
     */
    public void acquired(
        final int id, final Object owner, final int key, final String who, final long calledNs)
    {
        if (!isOn)
        {
            return;
        }

        checkHaste(key);
        dueNs.remove(key);
        final Place own = places.remove(id);
        for (final Place other : places.values())
        {
            final boolean isLater = other.settledNs < calledNs - orderNs();
            if (own != null && other.key == key && other.owner != owner && isLater)
            {
                referee.complain(Invariant.W2, who + ", who came at " + calledNs +
                    " ns, was given a lock before " + other.owner + ", whose place all nodes had at " +
                    other.settledNs + " ns");
            }
        }
        final Place holder = new Place(owner, key, network.nowNs());
        holder.keptAt = own == null ? 0 : all;
        holders.put(key, holder);
    }

    /**
     * A client releases a lock in time. If it has heard that others wait, it gives it to one of them.
     */
    public void releases(final Object owner, final int key)
    {
        final Place holder = holders.remove(key);
        if (isOn && holder != null && holder.owner == owner && isHeard(holder))
        {
            dueNs.putIfAbsent(key, network.nowNs() + HAND_OVER_NS + HAND_OVER_TRIPS * tripNs);
        }
    }

    /*
     * Whoever has waited knows that others do. Else the first to come has told it, unless that was there
     * before, and thinks of another as the holder.
     */
    private boolean isHeard(final Place holder)
    {
        final long heardNs = network.nowNs() - HEARING_TRIPS * tripNs - HEARING_SLACK_NS;
        boolean isAnyBefore = false;
        boolean isAnySettled = false;
        for (final Place other : places.values())
        {
            if (other.key == holder.key && other.owner != holder.owner)
            {
                isAnyBefore |= other.bornNs <= holder.bornNs;
                isAnySettled |= other.settledNs < heardNs;
            }
        }

        return isAnySettled && (holder.keptAt == all || !isAnyBefore);
    }

    private void checkHaste(final int key)
    {
        final long nowNs = network.nowNs();
        if (isOn && nowNs > dueNs.getOrDefault(key, NOT_YET))
        {
            referee.complain(Invariant.W3, "somebody waited for key " + key +
                " in line when it was released, and nobody had it at " + dueNs.get(key) + " ns");
        }
    }

    /**
     * A client still has a lock that it has had for some time, and is about to release it.
     *
     * @param forNs   how long it has had it.
     * @param validNs for how long it was valid in all.
     * @param ttlNs   for how long it was wanted, less drift.
     */
    public void hasHeld(final String who, final long forNs, final long validNs, final long ttlNs)
    {
        if (isOn && forNs > ORDER_TRIPS * tripNs + HEARING_SLACK_NS &&
            validNs < ttlNs - ORDER_TRIPS * tripNs - ORDER_SLACK_NS)
        {
            referee.complain(Invariant.W3, who + " has held a lock for " + forNs + " ns that is valid for " +
                validNs + " ns in all, and should be for " + ttlNs + " ns");
        }
    }

    /**
     * A place in line, or what has become of it.
     */
    private static final class Place
    {
        private final Object owner;
        private final int key;
        private final long bornNs;
        private int keptAt;
        private long settledNs = NOT_YET;

        Place(final Object owner, final int key, final long bornNs)
        {
            this.owner = owner;
            this.key = key;
            this.bornNs = bornNs;
        }
    }
}
