// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.tools;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.redlock.tck.node.FakeCommand;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.resp.RespFrames;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Stands before a real server and may change its answers; each client's connection has its own connection to
 * the server. Speaks only RESP2.
 */
public final class Relay implements AutoCloseable
{
    /**
     * What a client hears.
     */
    @FunctionalInterface
    public interface Tongue
    {
        /**
         * Decides on the bytes to send.
         *
         * @param command that has come.
         * @param server  executes it there, and gives the server's answer.
         * @return one answer, several, or none.
         */
        byte[] answer(FakeCommand command, Supplier<byte[]> server);
    }

    private static final byte[] RESP2 = {'2'};
    private static final Tongue HONEST = (command, server) -> server.get();

    private final Map<Integer, RespClient> clients = new HashMap<>();
    private final RedisServerProcess server;
    private final FakeNode node;
    private volatile Tongue tongue = HONEST;

    public Relay(final RedisServerProcess server)
    {
        this.server = server;
        node = FakeNode.start(this::answer);
    }

    public String uri()
    {
        return node.uri();
    }

    /**
     * Sets its answers from now on.
     */
    public void says(final Tongue newTongue)
    {
        tongue = newTongue;
    }

    public void isHonest()
    {
        tongue = HONEST;
    }

    /**
     * Ends all present connections.
     */
    public void cut()
    {
        node.push(FakeReply.silence().thenClose());
    }

    /**
     * Sends something unasked on all present connections.
     */
    public void pours(final byte[] bytes)
    {
        node.push(FakeReply.raw(bytes));
    }

    public int connections()
    {
        return node.connections();
    }

    @Override
    public void close()
    {
        node.close();
        clients.values().forEach(RespClient::close);
    }

    /*
     * A node runs its script for one command at a time, so the map needs no lock.
     */
    private FakeReply answer(final FakeCommand command)
    {
        final byte[][] words = command.bytes();
        if (command.name().equals("HELLO") && words.length > 1)
        {
            words[1] = RESP2;
        }

        return FakeReply.raw(tongue.answer(command, () ->
        {
            final RespClient client =
                clients.computeIfAbsent(command.connection(), (ignored) -> server.client());
            client.sendRaw(RespFrames.command(words));

            return client.receiveRaw();
        }));
    }
}
