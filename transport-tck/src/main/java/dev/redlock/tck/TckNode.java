// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import dev.redlock.spi.NodeAddress;

/**
 * A node and the way to it, seen from outside. What happens on the way concerns the transports that have been
 * opened since the last reset.
 */
public interface TckNode
{
    /**
     * Where transports find it.
     *
     * @return the address; the same until the next reset.
     */
    NodeAddress address();

    /**
     * Nothing that is sent to the node arrives; it waits, on present and new connections.
     */
    void holdRequests();

    /**
     * Nothing that the node sends arrives; it waits, on present and new connections.
     */
    void holdReplies();

    /**
     * What was held goes on, in order.
     */
    void release();

    /**
     * Everything takes so much longer, in each direction.
     *
     * @param delayNs one way.
     */
    void delay(long delayNs);

    /**
     * Replies arrive byte by byte, if the transport reads bytes.
     */
    void split();

    /**
     * The network ends all present connections, abruptly. What is under way is lost.
     */
    void cut();

    /**
     * The network ends the client's end of all present connections. The node sees the end later, if at all.
     */
    void cutClients();

    /**
     * New connections fail: at once, or as soon as they are made.
     */
    void refuse();

    /**
     * New connections are made, and nothing that is sent on them arrives.
     */
    void mute();

    /**
     * New connections are let through again.
     */
    void accept();

    /**
     * The process stands still. Connections stay.
     */
    void pause();

    /**
     * A paused process goes on.
     */
    void resume();

    /**
     * The string at a key, asked behind the transport's back; not while the node is paused.
     *
     * @param key bytes of the key.
     * @return the value; null if there is none.
     */
    byte[] value(byte[] key);

    /**
     * How often a command was executed, asked behind the transport's back; not while the node is paused.
     *
     * @param commandName in upper case.
     * @return the count since any instant; only differences mean something.
     */
    long calls(String commandName);
}
