// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.lang.management.ManagementFactory;

import com.sun.management.UnixOperatingSystemMXBean;

/**
 * What the JDK's own selector allocates for each reply. See docs/transport-netty.md.
 */
final class NioGarbage
{
    private static final int BYTES_SINCE_24 = 64;
    private static final int BYTES_OF_AN_INTEGER = 16;

    /*
     * The selector looks a descriptor up by an Integer, and those up to 127 exist already. A new descriptor
     * is the lowest that is free, so there are at least as many as its number; some may have been closed
     * since.
     */
    private static final int LAST_THAT_COSTS_NOTHING = 127;
    private static final int CLOSED_SINCE = 20;

    private NioGarbage()
    {
    }

    /**
     * Upper bound of the bytes, to be asked for when all connections are up.
     *
     * @param io the option of the transport; nothing for any other than {@code nio}.
     */
    static long bytesPerReply(final String io)
    {
        if (!io.equals("nio"))
        {
            return 0;
        }

        return (Runtime.version().feature() >= 24 ? BYTES_SINCE_24 : 0) +
            (openDescriptors() + CLOSED_SINCE > LAST_THAT_COSTS_NOTHING ? BYTES_OF_AN_INTEGER : 0);
    }

    private static long openDescriptors()
    {
        return ((UnixOperatingSystemMXBean)ManagementFactory.getOperatingSystemMXBean())
            .getOpenFileDescriptorCount();
    }
}
