// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

/**
 * One connection: two ends, and a pipe each way.
 */
final class MemoryConnection
{
    private final MemoryPath path;
    private final MemoryNode node;
    private final MemoryLane lane;
    private final MemoryPipe requests;
    private final MemoryPipe replies;
    private boolean hasClient = true;
    private boolean hasNode;
    private long clientId;

    MemoryConnection(final MemoryPath path, final MemoryLane lane)
    {
        this.path = path;
        this.lane = lane;
        node = path.node();
        requests = path.requests().open();
        replies = path.replies().open();
        path.opened(this);
    }

    MemoryPath path()
    {
        return path;
    }

    /**
     * Its number on the node.
     *
     * @return 0 before it has arrived there.
     */
    long clientId()
    {
        return clientId;
    }

    void clientId(final long newClientId)
    {
        clientId = newClientId;
    }

    /**
     * Bytes that the node has not read.
     */
    int bytesSent()
    {
        return requests.bytes();
    }

    void connect()
    {
        requests.send(0, this::onKnock);
    }

    void request(final Command command)
    {
        requests.send(command.size(), () -> node.receive(this, command));
        final long laterNs = path.takeRepeat();
        if (laterNs >= 0)
        {
            path.repeat(laterNs, () -> node.repeat(this, command));
        }
    }

    /**
     * Carries a reply unless it must be lost.
     */
    void reply(final NodeReply reply)
    {
        if (!hasNode || path.takeReplySkip())
        {
            return;
        }
        if (path.takeReplyLoss())
        {
            cut();
        }
        else
        {
            replies.send(0, () -> toClient(() -> lane.onReply(this, reply)));
        }
    }

    /**
     * The client hangs up; what it has sent still arrives.
     */
    void closeByClient()
    {
        hasClient = false;
        replies.close();
        requests.send(0, this::onClientGone);
        closeIfOver();
    }

    /**
     * The node hangs up; what it has answered still arrives.
     */
    void closeByNode()
    {
        hasNode = false;
        requests.close();
        replies.send(0, this::onNodeGone);
        closeIfOver();
    }

    void cut()
    {
        final boolean hadClient = hasClient;
        hasClient = false;
        hasNode = false;
        node.disconnected(this);
        closeIfOver();
        if (hadClient)
        {
            lane.onClosed(this);
        }
    }

    void cutClient()
    {
        if (hasClient)
        {
            closeByClient();
            lane.onClosed(this);
        }
    }

    private void onKnock()
    {
        if (path.isRefusing())
        {
            replies.send(0, this::onRefused);

            return;
        }

        hasNode = true;
        node.connected(this);
        replies.send(0, () -> toClient(() -> lane.onConnected(this)));
        if (path.isMute())
        {
            requests.deafen();
            replies.deafen();
        }
    }

    private void onRefused()
    {
        toClient(() -> lane.onUnreachable(this));
        hasClient = false;
        closeIfOver();
    }

    private void onClientGone()
    {
        hasNode = false;
        node.disconnected(this);
        closeIfOver();
    }

    private void onNodeGone()
    {
        toClient(() -> lane.onClosed(this));
        hasClient = false;
        closeIfOver();
    }

    private void toClient(final Runnable news)
    {
        if (hasClient)
        {
            news.run();
        }
    }

    private void closeIfOver()
    {
        if (!hasClient && !hasNode)
        {
            requests.close();
            replies.close();
            path.closed(this);
        }
    }
}
