// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.TransportLimits;

/**
 * What the rules need.
 */
interface TckRules
{
    /**
     * One thousandth of a second.
     */
    long MS = 1_000_000;

    /**
     * The world around the transport.
     */
    TckHarness harness();

    /**
     * Opens the transport under test. It is closed, and the rule book is read, when the test is over.
     */
    TckClient open(List<NodeAddress> nodes, TransportLimits limits);

    /**
     * Opens it to all nodes of the harness.
     */
    default TckClient open(final TransportLimits limits)
    {
        return open(
            List.of(node(0).address(), node(1).address(), node(2).address()), limits);
    }

    /**
     * Opens it to all nodes of the harness, with the usual limits.
     */
    default TckClient open()
    {
        return open(TransportLimits.DEFAULT);
    }

    /**
     * A node of the harness.
     */
    default TckNode node(final int index)
    {
        return harness().node(index);
    }

    /**
     * The string at a node's key, or null.
     */
    default String valueAt(final int nodeIndex, final String key)
    {
        final byte[] value = node(nodeIndex).value(bytes(key));

        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    /**
     * The bytes of a text.
     */
    default byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The usual limits but for the number in flight.
     */
    default TransportLimits limitedTo(final int inFlight)
    {
        final TransportLimits usual = TransportLimits.DEFAULT;

        return new TransportLimits(inFlight, usual.unsentBytes(), usual.lineBytes(), usual.bulkBytes(),
            usual.elements(), usual.depth());
    }
}
