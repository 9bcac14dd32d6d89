// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import dev.redlock.engine.claim.Timed;
import dev.redlock.spi.Connection;

/**
 * The second connection to a node, and the votes that wait until they are durable there.
 */
public final class SideLink extends Timed
{
    /**
     * ENDING: disconnected by us, and its end not told yet.
     */
    public enum State
    {
        DOWN,
        CONNECTING,
        UP,
        ENDING
    }

    public final Node node;
    public final Connection connection;
    public final InFlight waiting;

    private State state = State.DOWN;
    private int failures;

    /*
     * DOWN: when to connect again. CONNECTING: when to give up. UP: when the answer is overdue.
     */
    private long dueNs;

    /*
     * While the node is asked: the votes with lower ids were there before the barrier.
     */
    private boolean isAsked;
    private boolean isBarrierWritten;
    private boolean isBarrierAnew;
    private long barrierId;
    private long coveredTo;

    /*
     * The barrier has found no key: the next one sets it.
     */
    private boolean isKeyMissing;

    /*
     * Heartbeats sent so far; whether the last one is not answered, and when it was sent.
     */
    private long beats;
    private boolean isBeatOwed;
    private long lastBeatNs;

    /*
     * Why we have ended it; null if we have not.
     */
    private String hungUpBecause;

    SideLink(final Node node, final Connection connection, final int capacity)
    {
        this.node = node;
        this.connection = connection;
        waiting = new InFlight(capacity);
    }

    public State state()
    {
        return state;
    }

    public void connecting()
    {
        assert state == State.DOWN && !isAsked : "connects although it is not down";
        state = State.CONNECTING;
    }

    public void up()
    {
        assert state == State.CONNECTING && !isAsked : "is up although nobody connected it";
        state = State.UP;
        isBeatOwed = false;
        failures = 0;
    }

    /**
     * A barrier is written, and the node asked about all votes that wait by now.
     */
    public void ask(final long overdueNs)
    {
        assert state == State.UP && !isAsked : "asks twice, or nobody";
        barrierId += 2;
        isAsked = true;
        isBarrierWritten = false;
        isBarrierAnew = isKeyMissing;
        isKeyMissing = false;
        coveredTo = waiting.nextId();
        dueNs = overdueNs;
    }

    /**
     * Whether the barrier that was written last sets its key.
     */
    public boolean isBarrierAnew()
    {
        return isBarrierAnew;
    }

    /**
     * The node has told of the barrier: whether it was a write, and whether its key is missing.
     */
    public void barrierAnswered(final boolean isWritten, final boolean isMissing)
    {
        isBarrierWritten = isWritten;
        isKeyMissing = isMissing;
    }

    public boolean isKeyMissing()
    {
        return isKeyMissing;
    }

    public boolean isBarrierWritten()
    {
        return isBarrierWritten;
    }

    public void answered()
    {
        isAsked = false;
    }

    public boolean isAsked()
    {
        return isAsked;
    }

    public long barrierId()
    {
        return barrierId;
    }

    public long coveredTo()
    {
        return coveredTo;
    }

    /**
     * A heartbeat is sent.
     *
     * @return its number.
     */
    public long beat(final long nowNs)
    {
        lastBeatNs = nowNs;

        return ++beats;
    }

    public long beats()
    {
        return beats;
    }

    public long lastBeatNs()
    {
        return lastBeatNs;
    }

    public void oweBeat(final boolean isOwed)
    {
        isBeatOwed = isOwed;
    }

    public boolean isBeatOwed()
    {
        return isBeatOwed;
    }

    public long dueNs()
    {
        return dueNs;
    }

    public void plan(final long newDueNs)
    {
        dueNs = newDueNs;
    }

    public void reconnectSooner(final long reconnectNs)
    {
        assert state == State.DOWN && reconnectNs - dueNs < 0 :
            "is connected sooner although it is not down, or later than before";
        dueNs = reconnectNs;
    }

    /**
     * Again, if the node ends meanwhile, or says more before the end is told.
     *
     * @param why we end it, for people; null if the node says it.
     */
    public void ending(final String why)
    {
        assert state != State.DOWN : "ends although it is down";
        state = State.ENDING;
        hungUpBecause = why;
    }

    /**
     * Its end is told.
     *
     * @return why we have ended it; null if we have not.
     */
    public String down()
    {
        assert state != State.DOWN : "its end is told twice";
        final String why = hungUpBecause;
        hungUpBecause = null;
        state = State.DOWN;
        isAsked = false;
        failures++;

        return why;
    }

    public int failures()
    {
        return failures;
    }
}
