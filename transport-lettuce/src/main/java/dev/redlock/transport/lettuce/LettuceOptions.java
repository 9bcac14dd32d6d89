// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.TreeSet;

/**
 * The options of this transport.
 *
 * @param ioThreads how many event loop threads a client of our own gets.
 * @param resolver  finds the addresses of a name, for a client of our own.
 */
record LettuceOptions(int ioThreads, Resolver resolver)
{
    private static final String IO_THREADS = "io-threads";
    private static final int MAX_THREADS = 64;

    static LettuceOptions parse(final Map<String, String> options)
    {
        for (final String name : new TreeSet<>(options.keySet()))
        {
            if (!name.equals(IO_THREADS))
            {
                throw new IllegalArgumentException("the lettuce transport has no option '" + name +
                    "'; its only option is io-threads=1 to io-threads=" + MAX_THREADS);
            }
        }

        return new LettuceOptions(
            threads(options.getOrDefault(IO_THREADS, "1")), InetAddress::getAllByName);
    }

    private static int threads(final String text)
    {
        final int threads = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
        if (threads < 1 || threads > MAX_THREADS)
        {
            throw new IllegalArgumentException("option io-threads of the lettuce transport is '" + text +
                "' but must be a number from 1 to " + MAX_THREADS);
        }

        return threads;
    }

    /**
     * Finds the addresses of a name. May block.
     */
    @FunctionalInterface
    interface Resolver
    {
        InetAddress[] resolve(String name) throws UnknownHostException;
    }
}
