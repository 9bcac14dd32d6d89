// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * Something with at most one timer.
 */
public abstract class Timed
{
    /*
     * The fields belong to Timers. A timer is lazy: it may be armed for an earlier instant than the one that
     * matters, because moving it at every change would cost more than an idle visit. So its handler always
     * checks the state and arms it again. The list is a short, as each attempt and each claim has one.
     */
    static final short NOT_ARMED = -1;

    short list = NOT_ARMED;
    Timed previous;
    Timed next;
    long armedNs;

    final boolean isArmed()
    {
        return list != NOT_ARMED;
    }
}
