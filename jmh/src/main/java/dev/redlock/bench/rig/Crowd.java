// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

/**
 * The makers of load, and the amount.
 *
 * @param threads   that make load.
 * @param clients   1, or one for each thread.
 * @param inFlight  locks in flight per thread; 0 to wait for each.
 * @param contended whether all want the same key.
 * @param rate      cycles a second; 0 for a closed loop.
 */
record Crowd(int threads, int clients, int inFlight, boolean contended, int rate)
{
    /**
     * One thread that waits for each lock.
     */
    static final Crowd ONE = new Crowd(1, 1, 0, false, 0);

    static Crowd contended(final int threads, final int clients)
    {
        return new Crowd(threads, clients, 0, true, 0);
    }

    static Crowd inFlight(final int inFlight)
    {
        return new Crowd(1, 1, inFlight, false, 0);
    }

    static Crowd atRate(final int rate)
    {
        return new Crowd(1, 1, 0, false, rate);
    }
}
