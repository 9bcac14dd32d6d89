// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.X509ExtendedKeyManager;

import dev.redlock.test.server.Certificate;

/**
 * Two engines, one as the transports use it, and what is under way between them.
 */
final class TlsPair
{
    private static final int WIRE_BYTES = 1 << 17;
    private static final int HEADER_BYTES = 5;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    final SSLEngine client;
    final SSLEngine server;
    final ByteBuffer toServer = ByteBuffer.allocate(WIRE_BYTES);
    final ByteBuffer toClient = ByteBuffer.allocate(WIRE_BYTES);
    final ByteBuffer received = ByteBuffer.allocate(WIRE_BYTES);

    private TlsPair(final SSLEngine client, final SSLEngine server)
    {
        this.client = client;
        this.server = server;
    }

    /**
     * The server asks for a certificate.
     *
     * @param shown    by both.
     * @param trusted  by the server.
     * @param protocol such as {@code TLSv1.3}.
     * @param packet   the largest record that the server sends, or 0.
     * @param onChoice runs when the client chooses its certificate.
     */
    static TlsPair of(final Certificate shown, final Certificate trusted, final String protocol,
        final int packet, final Runnable onChoice) throws GeneralSecurityException
    {
        final SSLEngine server = shown.serverContext(trusted).createSSLEngine();
        server.setUseClientMode(false);
        server.setNeedClientAuth(true);
        final SSLParameters parameters = server.getSSLParameters();
        parameters.setMaximumPacketSize(packet);
        parameters.setProtocols(new String[]{protocol});
        server.setSSLParameters(parameters);

        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[]{new WatchedKeys(
            (X509ExtendedKeyManager)shown.keyManagers().getKeyManagers()[0], onChoice)},
            shown.trustManagers().getTrustManagers(), null);
        final SSLEngine client = context.createSSLEngine("127.0.0.1", 1);
        client.setUseClientMode(true);

        return new TlsPair(client, server);
    }

    /**
     * The same, with the client's engine put aside.
     */
    TlsPair aside()
    {
        return new TlsPair(new AsideEngine(client), server);
    }

    /**
     * Goes on until neither has anything to say.
     *
     * @param tasks runs those of the client.
     */
    void settle(final Executor tasks) throws SSLException
    {
        while (stepOfClient(tasks) | stepOfServer())
        {
            // One of them has gone on.
        }
    }

    /**
     * One call of the client, and its task if there is one.
     */
    boolean stepOfClient(final Executor tasks) throws SSLException
    {
        return step(client, tasks, toClient, toServer);
    }

    boolean stepOfServer() throws SSLException
    {
        return step(server, Runnable::run, toServer, toClient);
    }

    private boolean step(final SSLEngine engine, final Executor tasks, final ByteBuffer in,
        final ByteBuffer out) throws SSLException
    {
        switch (engine.getHandshakeStatus())
        {
            case NEED_TASK:
                final Runnable task = engine.getDelegatedTask();
                CompletableFuture.runAsync(task, tasks).join();

                return true;

            case NEED_WRAP:
                return engine.wrap(NOTHING, out).bytesProduced() > 0;

            default:
                in.flip();
                final SSLEngineResult result = engine.unwrap(in, received);
                in.compact();

                return result.bytesConsumed() > 0;
        }
    }

    /**
     * Offers the client the first record that is under way in pieces, none of which it may take.
     *
     * @return whether it took none.
     */
    boolean isCutRecordLeft() throws SSLException
    {
        final int size = toClient.position() < HEADER_BYTES ? 0 : HEADER_BYTES + toClient.getShort(3);
        for (int length = 0; length < size; length++)
        {
            final ByteBuffer part = toClient.duplicate().flip().limit(length);
            final SSLEngineResult result = client.unwrap(part, received);
            if (result.bytesConsumed() > 0 || result.getStatus() != Status.BUFFER_UNDERFLOW ||
                result.getHandshakeStatus() != HandshakeStatus.NEED_UNWRAP)
            {
                return false;
            }
        }

        return true;
    }

    void clientSays(final String text) throws SSLException
    {
        client.wrap(wire(text), toServer);
    }

    void serverSays(final String text) throws SSLException
    {
        server.wrap(wire(text), toClient);
    }

    private static ByteBuffer wire(final String text)
    {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    String takeReceived()
    {
        final String text = StandardCharsets.US_ASCII.decode(received.flip()).toString();
        received.clear();

        return text;
    }
}
