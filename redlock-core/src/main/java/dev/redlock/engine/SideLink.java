// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

/**
 * The second connection to a node, and the votes that wait until they are durable there.
 */
final class SideLink extends Timed
{
    /*
     * ENDING: disconnected by us, and its end not told yet.
     */
    enum State
    {
        DOWN,
        CONNECTING,
        UP,
        ENDING
    }

    final Node node;
    final int index;
    final InFlight waiting;

    private State state = State.DOWN;
    int failures;

    /*
     * DOWN: when to connect again. CONNECTING: when to give up. UP: when the answer is overdue.
     */
    long dueNs;

    /*
     * While the node is asked: the votes with lower ids were there before the barrier.
     */
    boolean isAsked;
    boolean isBarrierWritten;
    long barrierId;
    long coveredTo;

    /*
     * Heartbeats sent so far; whether the last one is not answered, and when it was sent.
     */
    long beats;
    boolean isBeatOwed;
    long lastBeatNs;

    /*
     * Why we have ended it; null if we have not.
     */
    String hungUpBecause;

    SideLink(final Node node, final int index, final int capacity)
    {
        this.node = node;
        this.index = index;
        waiting = new InFlight(capacity);
    }

    State state()
    {
        return state;
    }

    void connecting()
    {
        assert state == State.DOWN && !isAsked : "connects although it is not down";
        state = State.CONNECTING;
    }

    void up()
    {
        assert state == State.CONNECTING && !isAsked : "is up although nobody connected it";
        state = State.UP;
        isBeatOwed = false;
        failures = 0;
    }

    /**
     * Again, if the node ends meanwhile, or says more before the end is told.
     */
    void ending()
    {
        assert state != State.DOWN : "ends although it is down";
        state = State.ENDING;
    }

    void down()
    {
        assert state != State.DOWN : "its end is told twice";
        state = State.DOWN;
        isAsked = false;
        failures++;
    }
}
