// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayDeque;

/**
 * What has arrived for one client and has its effect when it is delivered.
 */
final class MemoryInbox
{
    private final ArrayDeque<Runnable> news = new ArrayDeque<>();
    private Runnable notice = MemoryInbox::nobodyListens;
    private int told;

    void onArrival(final Runnable newNotice)
    {
        notice = newNotice;
    }

    boolean isEmpty()
    {
        return news.isEmpty();
    }

    void arrived(final Runnable effect)
    {
        final boolean isFirst = news.isEmpty();
        news.add(effect);
        if (isFirst)
        {
            notice.run();
        }
    }

    /**
     * Only what is there now: an end that a callback causes comes with a later delivery.
     */
    void deliver()
    {
        told = 0;
        for (int i = news.size(); i > 0 && !news.isEmpty(); i--)
        {
            news.poll().run();
        }
    }

    /**
     * The client is told of an event.
     */
    void telling()
    {
        told++;
    }

    /**
     * How many events the client was told of since the latest delivery began.
     */
    int told()
    {
        return told;
    }

    void clear()
    {
        news.clear();
    }

    private static void nobodyListens()
    {
    }
}
