// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.clocks;

import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

import dev.redlock.engine.Engine;
import dev.redlock.engine.settings.EngineConfig;

/**
 * The monotonic clock, for those who ask what is left of a lease: ahead by as much as it stood still and the
 * engine does not know yet. A machine that was suspended stops its monotonic clock, and the first thread that
 * wakes need not be the engine's.
 * <p>
 * The engine says how far the wall clock was ahead of the monotonic one at its last look, when it has taken
 * account of that. If a fresh look shows more, beyond the slack, the time in between is lost, and the slack
 * with it, as both looks are rough: some milliseconds of it come back when the engine has looked. A wall
 * clock that is set forward looks the same and ends leases early; one that is set back changes nothing.
 * <p>
 * <b>Threads:</b> any; one writes.
 */
public final class LeaseClock implements NanoClock
{
    private static final long NS_PER_MS = 1_000_000;

    /*
     * No look is ahead of it; until the engine knows more.
     */
    private static final long UNKNOWN_NS = Long.MAX_VALUE / 2;

    private final NanoClock monotonic;
    private final EpochClock wall;
    private volatile long knownAheadNs;

    /**
     * The leases take account of all that has passed so far.
     *
     * @param monotonic clock that leases are counted by.
     * @param wall      clock of this process' machine.
     */
    public LeaseClock(final NanoClock monotonic, final EpochClock wall)
    {
        this.monotonic = monotonic;
        this.wall = wall;
        final long nowNs = monotonic.nanoTime();
        final long wallMs = wall.time();
        knownAheadNs = wallMs == GuardedWallClock.NO_READING ?
            UNKNOWN_NS : wallMs * NS_PER_MS + EngineConfig.WALL_TICK_NS - nowNs;
    }

    /**
     * Engine thread: so far at most is the wall clock ahead, and every lease has been shortened accordingly.
     *
     * @param aheadNs what {@link Engine#onWallTime} has returned.
     */
    public void know(final long aheadNs)
    {
        knownAheadNs = aheadNs;
    }

    /**
     * Read a deadline after this, too, not only before: what this does not tell any more the deadline does.
     */
    @Override
    public long nanoTime()
    {
        final long knownNs = knownAheadNs;
        final long wallMs = wall.time();
        final long nowNs = monotonic.nanoTime();
        final long lostNs =
            wallMs == GuardedWallClock.NO_READING ? 0 : wallMs * NS_PER_MS - nowNs - knownNs;

        return lostNs > EngineConfig.WALL_SLACK_NS ? nowNs + lostNs + EngineConfig.WALL_SLACK_NS : nowNs;
    }
}
