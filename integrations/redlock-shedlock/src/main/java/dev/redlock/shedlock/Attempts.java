// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A few attempts at one lock.
 */
final class Attempts
{
    /*
     * Schedulers of many processes wake at the same instant, and each gets the votes of those nodes that it
     * reaches first. If nobody gets a majority, all give their votes back, and a single attempt would leave
     * the job to nobody. Pauses that are random and grow make one of them come alone.
     *
     * The client's own patience would do the same, but behind a holder in this process it waits in line.
     */
    static final int MOST = 4;

    private static final long PAUSE_NS = 8_000_000;

    private Attempts()
    {
    }

    /**
     * Tries until it is won, or the last attempt has failed. Interrupts shorten the pauses and are kept.
     */
    static <T> Optional<T> untilWon(final Supplier<Optional<T>> attempt)
    {
        Optional<T> won = attempt.get();
        for (int lost = 1; won.isEmpty() && lost < MOST; lost++)
        {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(lost * PAUSE_NS));
            won = attempt.get();
        }

        return won;
    }
}
