// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

/**
 * What a transport tells its engine. Always called on the engine thread.
 */
public interface TransportHandler
{
    /**
     * The answer to an accepted operation. Exactly one per operation.
     *
     * @param nodeIndex     of the node that was asked.
     * @param correlationId as given in {@link Operation#correlationId()}.
     * @param reply         a flyweight that is valid during this call only.
     */
    void onReply(int nodeIndex, long correlationId, Reply reply);

    /**
     * A node has sent what nobody asked for, or an answer far longer than any to an operation: so many bytes
     * more, which the transport has skipped. The handler may disconnect from here. Nothing by default.
     *
     * @param nodeIndex of the node.
     * @param bytes     since the last call; of a push that has not ended, too.
     */
    default void onUnasked(final int nodeIndex, final long bytes)
    {
    }

    /**
     * A connection (with TLS, if configured) is open. The transport asks the node the questions of the
     * returned dialogue, in turn, before anything else. The handler may disconnect from here, and from the
     * dialogue; then nothing more is asked.
     *
     * @param nodeIndex     of the node.
     * @param sessionOpened true when the transport's own client has already done greeting, authentication and
     *                      selection of the database; the dialogue then leaves them out.
     * @return the dialogue for this connection.
     */
    Dialogue onConnected(int nodeIndex, boolean sessionOpened);

    /**
     * The dialogue ended without a refusal: operations are accepted from now on.
     *
     * @param nodeIndex of the node.
     */
    void onUp(int nodeIndex);

    /**
     * A connection ended, or an attempt to connect failed. Called exactly once per {@link
     * Transport#connect(int)} that was not ignored, after all answers of that connection. The handler may
     * call {@link Transport#connect(int)} from here.
     *
     * @param nodeIndex of the node.
     * @param reason    kind of end.
     * @param detail    readable: what happened, without secrets.
     */
    void onDown(int nodeIndex, DownReason reason, String detail);
}
