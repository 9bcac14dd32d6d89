// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import dev.redlock.test.memory.commands.NodeReply;
import dev.redlock.test.memory.commands.ReceivedCommand;

/**
 * One connection: two ends, and a pipe each way.
 */
final class MemoryConnection implements NodeThread.Client
{
    /**
     * The other end of a connection. What it is told may be of a connection that it has left.
     */
    interface Client
    {
        void onConnected(MemoryConnection from);

        void onUnreachable(MemoryConnection from);

        void onClosed(MemoryConnection from);

        void onReply(MemoryConnection from, NodeReply reply);

        void onMessage(MemoryConnection from, byte[] message);

        void onUnasked(MemoryConnection from, long bytes);

        void onUnaskedReply(MemoryConnection from);
    }

    private final MemoryPath path;
    private final NodeThread node;
    private final Client client;
    private final MemoryPipe requests;
    private final MemoryPipe replies;
    private boolean hasClient = true;
    private boolean hasNode;
    private long clientId;

    MemoryConnection(final MemoryPath path, final Client client)
    {
        this.path = path;
        this.client = client;
        node = path.node().thread();
        requests = path.requests().open();
        replies = path.replies().open();
        path.opened(this);
    }

    @Override
    public long clientId()
    {
        return clientId;
    }

    @Override
    public void clientId(final long newClientId)
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

    void request(final ReceivedCommand command)
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
    @Override
    public void reply(final NodeReply reply)
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
            replies.send(0, () -> toClient(() -> client.onReply(this, reply)));
        }
    }

    @Override
    public void message(final byte[] message)
    {
        for (int left = hasNode ? path.tellings() : 0; left > 0; left--)
        {
            replies.send(0, () -> toClient(() -> client.onMessage(this, message)));
        }
    }

    /**
     * The node sends pushes, which answer nothing.
     */
    void push(final long bytes)
    {
        if (hasNode)
        {
            replies.send(0, () -> toClient(() -> client.onUnasked(this, bytes)));
        }
    }

    /**
     * The node sends a reply to nothing.
     */
    void replyUnasked()
    {
        if (hasNode)
        {
            replies.send(0, () -> toClient(() -> client.onUnaskedReply(this)));
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
    @Override
    public void closeByNode()
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
            client.onClosed(this);
        }
    }

    void cutClient()
    {
        if (hasClient)
        {
            closeByClient();
            client.onClosed(this);
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
        replies.send(0, () -> toClient(() -> client.onConnected(this)));
        if (path.isMute())
        {
            requests.deafen();
            replies.deafen();
        }
    }

    private void onRefused()
    {
        toClient(() -> client.onUnreachable(this));
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
        toClient(() -> client.onClosed(this));
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

    @Override
    public String toString()
    {
        return path.toString();
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
