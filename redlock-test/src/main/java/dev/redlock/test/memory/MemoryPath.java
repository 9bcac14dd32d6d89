// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * What lies between one client and one of its nodes. Speaks the language of
 * {@link dev.redlock.test.proxy.TcpProxy}: {@link #requests()} and {@link #replies()} say what happens to
 * the messages, and the methods here are about whole connections.
 * <p>
 * A partition in one direction is one of the flows held or dropped; a full one is both.
 */
public final class MemoryPath
{
    private enum Door
    {
        OPEN,
        REFUSING,
        MUTE
    }

    private static final long NO_REPEAT = -1;

    private final List<MemoryConnection> connections = new ArrayList<>();
    private final String name;
    private final MemoryNetwork network;
    private final MemoryNode node;
    private final MemoryFlow requests;
    private final MemoryFlow replies;
    private Door door = Door.OPEN;
    private boolean isNextReplyLost;
    private int repliesToSkip;
    private long repeatAfterNs = NO_REPEAT;

    MemoryPath(final MemoryNetwork network, final String client, final int lane, final MemoryNode node)
    {
        this.network = network;
        this.node = node;
        name = client + " to " + node.name() + " (" + lane + ")";
        requests = new MemoryFlow(network, network.fork("requests of " + name));
        replies = new MemoryFlow(network, network.fork("replies of " + name));
    }

    /**
     * The node at its end.
     *
     * @return the node.
     */
    public MemoryNode node()
    {
        return node;
    }

    /**
     * What happens on the way to the node.
     *
     * @return the flow of all connections.
     */
    public MemoryFlow requests()
    {
        return requests;
    }

    /**
     * What happens on the way to the client.
     *
     * @return the flow of all connections.
     */
    public MemoryFlow replies()
    {
        return replies;
    }

    /**
     * Cuts all present connections, both ends of them. What is under way is lost.
     */
    public void cut()
    {
        List.copyOf(connections).forEach(MemoryConnection::cut);
    }

    /**
     * Cuts the clients' ends of all present connections. Requests that are under way go on in their time, so
     * that with {@link MemoryFlow#holdExisting()} they arrive long after the client has come back.
     */
    public void cutClients()
    {
        List.copyOf(connections).forEach(MemoryConnection::cutClient);
    }

    /**
     * The next command on this path is executed, and the connection ends before its reply gets anywhere.
     */
    public void loseNextReply()
    {
        isNextReplyLost = true;
    }

    /**
     * So many of the next commands on this path are executed and not answered, and the connection goes on: to
     * its client, what is answered after them is the answer to them.
     *
     * @param count 0 or more.
     */
    public void skipReplies(final int count)
    {
        repliesToSkip = count;
    }

    /**
     * The next request on this path reaches the node twice. To the second one there is no reply.
     *
     * @param laterNs how long after the first it was sent the second is executed, whatever has happened to
     *                the connection meanwhile; 0 or more.
     */
    public void repeatNextRequest(final long laterNs)
    {
        repeatAfterNs = Math.max(0, laterNs);
    }

    /**
     * From now on new connections are refused. Present ones stay.
     */
    public void refuse()
    {
        door = Door.REFUSING;
    }

    /**
     * From now on new connections are made, and nothing that is sent on them arrives, ever. Present ones
     * stay.
     */
    public void mute()
    {
        door = Door.MUTE;
    }

    /**
     * From now on new connections are let through again.
     */
    public void accept()
    {
        door = Door.OPEN;
    }

    /**
     * Back to fair weather, for what is to come and for what is held.
     */
    public void clear()
    {
        accept();
        isNextReplyLost = false;
        repliesToSkip = 0;
        repeatAfterNs = NO_REPEAT;
        requests.clear();
        replies.clear();
    }

    @Override
    public String toString()
    {
        return name;
    }

    boolean isRefusing()
    {
        return door == Door.REFUSING || !node.isUp();
    }

    boolean isMute()
    {
        return door == Door.MUTE;
    }

    boolean takeReplyLoss()
    {
        final boolean isLost = isNextReplyLost;
        isNextReplyLost = false;

        return isLost;
    }

    boolean takeReplySkip()
    {
        final boolean isSkipped = repliesToSkip > 0;
        repliesToSkip -= isSkipped ? 1 : 0;

        return isSkipped;
    }

    /**
     * How long after its time the present request is to be executed again; negative if it is not.
     */
    long takeRepeat()
    {
        final long laterNs = repeatAfterNs;
        repeatAfterNs = NO_REPEAT;

        return laterNs;
    }

    void repeat(final long laterNs, final Runnable arrival)
    {
        network.at(network.nowNs() + laterNs, arrival);
    }

    void opened(final MemoryConnection connection)
    {
        connections.add(connection);
    }

    void closed(final MemoryConnection connection)
    {
        connections.remove(connection);
    }
}
