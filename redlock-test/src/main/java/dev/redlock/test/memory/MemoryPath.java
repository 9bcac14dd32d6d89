// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * The path between one client and one of its nodes, like {@link dev.redlock.test.proxy.TcpProxy}: {@link
 * #requests()} and {@link #replies()} control the messages, the methods here whole connections.
 * <p>
 * A one-way partition holds or drops one of the flows; a full one does both.
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
    private final World world;
    private final MemoryNode node;
    private final MemoryFlow requests;
    private final MemoryFlow replies;
    private Door door = Door.OPEN;
    private boolean isNextReplyLost;
    private int repliesToSkip;
    private int tellings = 1;
    private long repeatAfterNs = NO_REPEAT;

    MemoryPath(final World world, final String client, final int lane, final MemoryNode node)
    {
        this.world = world;
        this.node = node;
        name = client + " to " + node.name() + " (" + lane + ")";
        requests = new MemoryFlow(world, world.fork("requests of " + name));
        replies = new MemoryFlow(world, world.fork("replies of " + name));
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
     * Cuts all present connections at both ends. What is in flight is lost.
     */
    public void cut()
    {
        List.copyOf(connections).forEach(MemoryConnection::cut);
    }

    /**
     * Cuts the client's ends of all present connections. Requests in flight still arrive, with {@link
     * MemoryFlow#holdExisting()} long after the client has reconnected.
     */
    public void cutClients()
    {
        List.copyOf(connections).forEach(MemoryConnection::cutClient);
    }

    /**
     * The node sends pushes on all present connections, or a part of one, that nobody asked for.
     *
     * @param bytes of it.
     */
    public void push(final long bytes)
    {
        List.copyOf(connections).forEach((connection) -> connection.push(bytes));
    }

    /**
     * Whether there is any connection, at one of its ends at least.
     *
     * @return false from the end of the last one until the next is opened.
     */
    public boolean isConnected()
    {
        return !connections.isEmpty();
    }

    /**
     * The node sends a reply to nothing on all present connections. Where another is due it is left out, as
     * no client could tell them apart.
     */
    public void replyUnasked()
    {
        List.copyOf(connections).forEach(MemoryConnection::replyUnasked);
    }

    /**
     * The next command on this path is executed, and the connection ends before its reply leaves.
     */
    public void loseNextReply()
    {
        isNextReplyLost = true;
    }

    /**
     * Executes this many of the next commands without an answer, and keeps the connection: the client takes
     * later answers for theirs.
     *
     * @param count 0 or more.
     */
    public void skipReplies(final int count)
    {
        repliesToSkip = count;
    }

    /**
     * Tells each message of the node so many times from now on.
     *
     * @param times 0 to lose all.
     */
    public void tellMessages(final int times)
    {
        tellings = times;
    }

    /**
     * The next request on this path reaches the node twice. The second gets no reply.
     *
     * @param laterNs how long after the first the second is executed, even if the connection has ended; 0 or
     *                more.
     */
    public void repeatNextRequest(final long laterNs)
    {
        repeatAfterNs = Math.max(0, laterNs);
    }

    /**
     * Refuses new connections from now on. Present ones stay.
     */
    public void refuse()
    {
        door = Door.REFUSING;
    }

    /**
     * Accepts new connections from now on, but nothing on them ever arrives. Present ones stay.
     */
    public void mute()
    {
        door = Door.MUTE;
    }

    /**
     * Lets new connections through again.
     */
    public void accept()
    {
        door = Door.OPEN;
    }

    /**
     * Resets all, for new and held messages.
     */
    public void clear()
    {
        accept();
        isNextReplyLost = false;
        repliesToSkip = 0;
        tellings = 1;
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

    int tellings()
    {
        return tellings;
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
     * How long after the first the present request is executed again; negative if it is not.
     */
    long takeRepeat()
    {
        final long laterNs = repeatAfterNs;
        repeatAfterNs = NO_REPEAT;

        return laterNs;
    }

    void repeat(final long laterNs, final Runnable arrival)
    {
        world.at(world.nowNs() + laterNs, arrival);
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
