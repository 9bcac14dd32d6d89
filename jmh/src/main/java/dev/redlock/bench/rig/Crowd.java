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
 * @param rate      cycles a second of all threads together; 0 for a closed loop.
 * @param paced     whether threads sleep between their cycles, and times count from the call: what a service
 *                  with little to do sees. Otherwise they count from the instant at which a cycle was due.
 */
record Crowd(int threads, int clients, int inFlight, boolean contended, int rate, boolean paced)
{
    /**
     * One thread that waits for each lock.
     */
    static final Crowd ONE = new Crowd(1, 1, 0, false, 0, false);

    static Crowd contended(final int threads, final int clients)
    {
        return new Crowd(threads, clients, 0, true, 0, false);
    }

    static Crowd inFlight(final int inFlight)
    {
        return new Crowd(1, 1, inFlight, false, 0, false);
    }

    static Crowd atRate(final int rate)
    {
        return new Crowd(1, 1, 0, false, rate, false);
    }

    static Crowd paced(final int threads, final int rate)
    {
        return new Crowd(threads, 1, 0, false, rate, true);
    }
}
