// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

/**
 * What a transport tells its engine. Always called on the engine thread.
 */
public interface TransportHandler
{
    /**
     * The longest message that is told, in bytes. What is longer was not asked for.
     */
    int MAX_MESSAGE = 512;

    /**
     * About what a message takes besides its own bytes: its kind, its channel and their lengths.
     */
    int MESSAGE_FRAME = 64;

    /**
     * The answer to an accepted operation. Exactly one per operation.
     *
     * @param connection    on which was asked.
     * @param correlationId as given in {@link Operation#correlationId()}.
     * @param reply         a flyweight that is valid during this call only.
     */
    void onReply(Connection connection, long correlationId, Reply reply);

    /**
     * A node has sent what nobody asked for, or an answer far longer than any to an operation: so many bytes
     * more, which the transport has skipped. The handler may disconnect from here. Nothing by default.
     *
     * @param connection of the node.
     * @param bytes      since the last call; of a push that has not ended, too, if it cannot be a message.
     */
    default void onUnasked(final Connection connection, final long bytes)
    {
    }

    /**
     * A node has sent a message on the channel to which the dialogue of the connection has subscribed: whole,
     * after all replies that came before it and before those that came later, and never after the connection
     * was {@linkplain Transport#disconnect(Connection) dropped} or has ended. The handler may disconnect from
     * here. A handler that expects none counts it as unasked, which is the default.
     *
     * @param connection of the node, which may still be in its dialogue.
     * @param message    holds the message, from its first byte, and is valid during this call only.
     * @param length     of the message, in bytes; 0 to {@link #MAX_MESSAGE}.
     */
    default void onMessage(final Connection connection, final byte[] message, final int length)
    {
        onUnasked(connection, length + MESSAGE_FRAME);
    }

    /**
     * A connection (with TLS, if configured) is open. The transport asks the node the questions of the
     * returned dialogue, in turn, before anything else. The handler may disconnect from here, and from the
     * dialogue; then nothing more is asked.
     *
     * @param connection    that is open.
     * @param sessionOpened true when the transport's own client has already done greeting, authentication and
     *                      selection of the database; the dialogue then leaves them out.
     * @return the dialogue for this connection.
     */
    Dialogue onConnected(Connection connection, boolean sessionOpened);

    /**
     * The dialogue ended without a refusal: operations are accepted from now on.
     *
     * @param connection that is up.
     */
    void onUp(Connection connection);

    /**
     * A connection ended, or an attempt to connect failed. Called exactly once per {@link
     * Transport#connect(Connection)} that was not ignored, after all answers of that connection. The handler
     * may call {@link Transport#connect(Connection)} from here.
     *
     * @param connection that ended.
     * @param reason     kind of end.
     * @param detail     readable: what happened, without secrets.
     */
    void onDown(Connection connection, DownReason reason, String detail);
}
