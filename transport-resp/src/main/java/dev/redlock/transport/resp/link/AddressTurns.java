// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Which of the addresses of a name has its turn. One attempt tries one of them; after a failure the next has
 * its turn, and one that works is kept. Of one thread.
 */
public final class AddressTurns
{
    /*
     * No address comes again before all have been tried, in whatever order a resolver gives them each time,
     * and if it gives some of them only.
     * For operators who ask whether a server is gone, the second turn of one proves that all were asked.
     */
    private final Set<InetAddress> tried = new HashSet<>();
    private InetAddress latest;
    private BooleanSupplier hasWorked = () -> false;

    /**
     * Nothing was tried yet.
     */
    public AddressTurns()
    {
    }

    /**
     * The address for the next attempt.
     *
     * @param hosts  what the name stands for now, at least one.
     * @param worked whether this attempt has led to a connection; asked before the next.
     * @return one of them.
     */
    public InetAddress next(final InetAddress[] hosts, final BooleanSupplier worked)
    {
        final List<InetAddress> all = List.of(hosts);
        if (!hasWorked.getAsBoolean() || !all.contains(latest))
        {
            if (tried.containsAll(all))
            {
                tried.clear();
            }
            latest = all.stream().filter(host -> !tried.contains(host)).findFirst().orElseThrow();
            tried.add(latest);
        }
        hasWorked = worked;

        return latest;
    }
}
