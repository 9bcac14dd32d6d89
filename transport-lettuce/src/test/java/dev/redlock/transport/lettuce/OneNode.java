// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.List;
import java.util.Map;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;

/**
 * What a transport tells of one node. It asks the node nothing and refuses nothing.
 */
class OneNode implements TransportHandler, Dialogue
{
    Connection connection;
    boolean isUp;
    String trouble;

    final TransportContext at(final int port, final CommandTemplate template)
    {
        connection = new Connection(0, 0, Connection.Role.VOTING, NodeAddress.of("127.0.0.1", port));

        return new TransportContext(List.of(connection), List.of(template), TransportLimits.DEFAULT,
            TlsOptions.PLATFORM, Map.of());
    }

    /**
     * Until the node is up, or there is trouble.
     */
    final void connect(final Transport transport)
    {
        transport.connect(connection);
        while (!isUp && trouble == null)
        {
            transport.poll(1_000_000);
        }
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        return this;
    }

    @Override
    public void onUp(final Connection connection)
    {
        isUp = true;
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        trouble = reason + " " + detail;
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        trouble = "a reply to nothing";
    }

    @Override
    public byte[][] next()
    {
        return null;
    }

    @Override
    public void onAnswer(final Answer answer)
    {
        throw new AssertionError("an answer to no question");
    }

    @Override
    public String refusal()
    {
        return null;
    }
}
