// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.harness;

import dev.redlock.spi.address.NodeAddress;

/**
 * A node and the path to it, seen from outside. Faults on the path concern the transports that were opened
 * since the last reset.
 */
public interface TckNode
{
    /**
     * Its address for transports.
     *
     * @return the address; the same until the next reset.
     */
    NodeAddress address();

    /**
     * Holds everything to the node, on present and new connections.
     */
    void holdRequests();

    /**
     * Holds everything from the node, on present and new connections.
     */
    void holdReplies();

    /**
     * Releases what was held, in order.
     */
    void release();

    /**
     * Delays everything, in each direction.
     *
     * @param delayNs one way.
     */
    void delay(long delayNs);

    /**
     * Replies arrive byte by byte, if the transport reads bytes.
     */
    void split();

    /**
     * Cuts all present connections. What is in flight is lost.
     */
    void cut();

    /**
     * Cuts the client's end of all present connections. The node sees it later, if at all.
     */
    void cutClients();

    /**
     * Makes new connections fail, at once or as soon as they are open.
     */
    void refuse();

    /**
     * Accepts new connections, but nothing on them arrives.
     */
    void mute();

    /**
     * Lets new connections through again.
     */
    void accept();

    /**
     * Stops the process. Connections stay.
     */
    void pause();

    /**
     * Resumes the process.
     */
    void resume();

    /**
     * The string at a key, read past the transport; not while the node is paused.
     *
     * @param key bytes of the key.
     * @return the value; null if there is none.
     */
    byte[] value(byte[] key);

    /**
     * How often a command was executed, read past the transport; not while the node is paused.
     *
     * @param commandName in upper case.
     * @return a count of which only differences mean something.
     */
    long calls(String commandName);
}
