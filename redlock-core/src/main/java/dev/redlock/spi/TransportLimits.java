// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

/**
 * What a transport may use. A node that exceeds a limit of size loses its connection ({@link
 * DownReason#PROTOCOL}); a caller that exceeds one of number is back-pressured.
 *
 * @param inFlightPerNode commands sent and not answered, on each connection to a node; a power of two.
 * @param unsentBytes     bytes queued for a node and not yet taken by its socket.
 * @param lineBytes       longest line of a reply.
 * @param bulkBytes       longest string of a reply.
 * @param elements        most elements in an array of a reply.
 * @param depth           deepest nesting of a reply.
 */
public record TransportLimits(
    int inFlightPerNode, int unsentBytes, int lineBytes, int bulkBytes, int elements, int depth)
{
    /**
     * Sound for locks, which come nowhere near these.
     */
    public static final TransportLimits DEFAULT =
        new TransportLimits(4096, 1 << 20, 64 * 1024, 256 * 1024, 1024, 8);

    /**
     * Checks the limits.
     *
     * @param inFlightPerNode see {@link #inFlightPerNode()}.
     * @param unsentBytes     see {@link #unsentBytes()}.
     * @param lineBytes       see {@link #lineBytes()}.
     * @param bulkBytes       see {@link #bulkBytes()}.
     * @param elements        see {@link #elements()}.
     * @param depth           see {@link #depth()}.
     */
    public TransportLimits
    {
        if (Integer.bitCount(inFlightPerNode) != 1 || inFlightPerNode < 16)
        {
            throw new IllegalArgumentException(
                "inFlightPerNode is " + inFlightPerNode + " but must be a power of two, at least 16");
        }
        if (unsentBytes < 4096 || lineBytes < 64 || bulkBytes < 1024 || elements < 8 || depth < 2)
        {
            throw new IllegalArgumentException("a transport limit is too small to carry a lock: " +
                "unsentBytes >= 4096, lineBytes >= 64, bulkBytes >= 1024, elements >= 8, depth >= 2");
        }
    }
}
