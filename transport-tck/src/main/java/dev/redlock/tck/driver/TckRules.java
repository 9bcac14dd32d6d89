// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.redlock.spi.Connection;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.tck.harness.TckHarness;
import dev.redlock.tck.harness.TckNode;

/**
 * What the rules need.
 */
public interface TckRules
{
    /**
     * One thousandth of a second.
     */
    long MS = 1_000_000;

    /**
     * {@return the world around the transport}
     */
    TckHarness harness();

    /**
     * Opens the transport under test. It is closed, and the rule book is read, when the test is over.
     *
     * @param connections that it keeps.
     * @param limits      of the transport.
     * @return the open client.
     */
    TckClient openOver(List<Connection> connections, TransportLimits limits);

    /**
     * Opens it with one connection to each node.
     *
     * @param nodes  to connect to.
     * @param limits of the transport.
     * @return the open client, which counts connections as nodes.
     */
    default TckClient open(final List<NodeAddress> nodes, final TransportLimits limits)
    {
        return openOver(Connection.toEach(nodes, Connection.Role.VOTING), limits);
    }

    /**
     * Opens it to all nodes of the harness.
     *
     * @param limits of the transport.
     * @return the open client.
     */
    default TckClient open(final TransportLimits limits)
    {
        return open(List.of(node(0).address(), node(1).address(), node(2).address()), limits);
    }

    /**
     * Opens it to all nodes of the harness, with the usual limits.
     *
     * @return the open client.
     */
    default TckClient open()
    {
        return open(TransportLimits.DEFAULT);
    }

    /**
     * {@return a node of the harness}
     *
     * @param index of the node, from 0.
     */
    default TckNode node(final int index)
    {
        return harness().node(index);
    }

    /**
     * {@return the string at a node's key, or null}
     *
     * @param nodeIndex from 0.
     * @param key       to look at.
     */
    default String valueAt(final int nodeIndex, final String key)
    {
        final byte[] value = node(nodeIndex).value(bytes(key));

        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    /**
     * {@return the bytes of a text}
     *
     * @param text to encode, in UTF-8.
     */
    default byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * {@return the usual limits but for the number in flight}
     *
     * @param inFlight per node.
     */
    default TransportLimits limitedTo(final int inFlight)
    {
        final TransportLimits usual = TransportLimits.DEFAULT;

        return new TransportLimits(inFlight, usual.unsentBytes(), usual.lineBytes(), usual.bulkBytes(),
            usual.elements(), usual.depth());
    }
}
