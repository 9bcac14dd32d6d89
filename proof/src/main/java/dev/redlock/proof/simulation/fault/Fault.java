// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.fault;

import java.util.Locale;

/**
 * What the simulator lets go wrong, by name. Every strike is counted.
 */
public enum Fault
{
    /**
     * A message is lost, and with it all that follows on its connection in that direction.
     */
    LOSS(Place.PATH),

    /**
     * A request is executed twice, the second time after a delay; or a reply is delivered twice.
     */
    DUPLICATION(Place.PATH),

    /**
     * Messages of one direction are delayed, for as long as up to the time to live and more.
     */
    DELAY(Place.PATH),

    /**
     * A client connects again, and what it had sent before arrives in between what it sends now.
     */
    REORDERING(Place.PATH),

    /**
     * A command is executed, and its reply is lost together with the connection.
     */
    LOST_REPLY(Place.PATH),

    /**
     * A client connects again, and what it had sent before arrives long after, when its time has passed.
     */
    LATE_BYTES(Place.PATH),

    /**
     * Nothing passes between one client and one node, either way; then everything does.
     */
    PARTITION(Place.PATH),

    /**
     * Nothing passes between one client and one node, one way.
     */
    ONE_WAY_PARTITION(Place.PATH),

    /**
     * A connection is cut; what is under way is lost.
     */
    DISCONNECT(Place.PATH),

    /**
     * A node takes long for every command.
     */
    SLOW_NODE(Place.NODE),

    /**
     * A node stands still and then goes on.
     */
    CLOGGED_NODE(Place.NODE),

    /**
     * A node dies and comes back with all its keys.
     */
    CRASH(Place.NODE),

    /**
     * A node dies and comes back without any keys.
     */
    AMNESIA(Place.NODE),

    /**
     * A node dies and comes back with the keys of a snapshot: newer ones are gone, released ones are back.
     */
    STALE_SNAPSHOT(Place.NODE),

    /**
     * All keys of a node are deleted while it runs on.
     */
    FLUSHALL(Place.NODE),

    /**
     * A node forgets its scripts.
     */
    SCRIPT_FLUSH(Place.NODE),

    /**
     * A node answers with errors.
     */
    ERROR_REPLIES(Place.NODE),

    /**
     * A node's clock changes its rate.
     */
    CLOCK_RATE(Place.NODE),

    /**
     * A node's clock is set back.
     */
    CLOCK_STEP_BACK(Place.NODE),

    /**
     * A node's clock is set forward: its keys expire early.
     */
    CLOCK_STEP_FORWARD(Place.NODE),

    /**
     * A node's clock stands still for a while.
     */
    FROZEN_CLOCK(Place.NODE),

    /**
     * A client stands still, at any boundary between two instructions of its engine where it meets the world:
     * after a look at the clock, before and after every operation it sends, before it tells its listener.
     */
    CLIENT_PAUSE(Place.CLIENT),

    /**
     * A client dies with all it knows, and another takes its place.
     */
    CLIENT_CRASH(Place.CLIENT),

    /**
     * A client's wall clock is set forward or back. Nothing that matters may look at it.
     */
    CLIENT_CLOCK_STEP(Place.CLIENT),

    /**
     * A node is a replica of another for a moment, and a master again without its keys; or it gets a replica
     * of its own, and keeps them. Its connections stay in either case.
     */
    ROLE_FLAP(Place.NODE),

    /**
     * A client's machine is suspended: its monotonic clock stands still, while its wall clock goes on.
     */
    CLIENT_SUSPEND(Place.CLIENT),

    /**
     * A node sends what nobody asked for, little or far too much: pushes, or a reply to nothing.
     */
    FLOOD(Place.PATH),

    /**
     * A node is a replica of another for a moment, and a master again, while nobody is connected: without its
     * keys, or with older ones that came back from a former replica of it. Strikes when a lock was just got.
     */
    UNSEEN_FLAP(Place.NODE),

    /**
     * A machine that hosts a client and a node stands still, and all its clocks with it.
     */
    MACHINE_PAUSE(Place.CLIENT),

    /**
     * A node refuses single commands, in scripts, too: those that need memory, or all that write.
     */
    DENIED_WRITES(Place.NODE),

    /**
     * A client starts while nodes are down, and the clock of one that is not was set forward before.
     */
    NEWCOMER(Place.NODE),

    /**
     * A node lets its clients wait: with what writes, or with everything.
     */
    PAUSED_CLIENTS(Place.NODE),

    /**
     * Code of a user stands still that a client tells something, and the client's engine with it.
     */
    BLOCKING_LISTENER(Place.CLIENT),

    /**
     * A node sends pushes that nobody asked for, byte by byte: each wakes the client.
     */
    DRIP(Place.PATH),

    /**
     * A node loads its data anew within the same process: those of just now, or older ones.
     */
    DEBUG_RELOAD(Place.NODE),

    /**
     * A node gives up a connection on which answers have piled up: all that it has executed there since some
     * moment stays without an answer.
     */
    OUTPUT_KILL(Place.PATH),

    /**
     * Messages of a node are lost for a while, or told twice, while its replies come.
     */
    MESSAGES(Place.PATH);

    /**
     * Where a fault strikes.
     */
    public enum Place
    {
        PATH,
        NODE,
        CLIENT
    }

    private final Place place;

    Fault(final Place place)
    {
        this.place = place;
    }

    /**
     * Its name for people and options.
     *
     * @return in lower case, with hyphens.
     */
    public String label()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public Place place()
    {
        return place;
    }
}
