// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;

import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.Clients;
import dev.redlock.runtime.client.Rehearsal;

/**
 * What is gone through once in a JVM before its first client is built, so that it needs nothing new when
 * memory is short: the end of an engine, and what its callers are told.
 */
final class Emergency
{
    private static boolean isRehearsed;

    private Emergency()
    {
    }

    /**
     * Any thread. If it throws, as memory is short already, the next one tries again.
     */
    static synchronized void rehearse()
    {
        if (!isRehearsed)
        {
            final Clients ended = new Clients(List.of(Rehearsal.play()));
            new Diagnosis(Outcome.CLOSED, List.of(), false, false, false, 0, ended)
                .toException("rehearsal");
            ended.nodes();
            ended.close();
            isRehearsed = true;
        }
    }
}
