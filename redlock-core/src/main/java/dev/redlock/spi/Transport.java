// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

/**
 * Carries commands to the nodes and their replies back, for one engine.
 * <p>
 * <b>Threads:</b> {@link #prepare(byte[])} and {@link #wakeup()} may be called from any thread. Everything
 * else belongs to the <em>engine thread</em>: the first thread that calls {@link #connect(Connection)},
 * {@link #offer(Connection, Operation)}, {@link #inquire(Connection, Inquiry)} or {@link #poll(long)}. From
 * then on any other thread gets an {@link IllegalStateException}, and nothing happens. All callbacks to the
 * {@link TransportHandler}, to {@link Inquiry} and to {@link Dialogue} happen on the engine thread, one at a
 * time, inside {@link #poll(long)} or {@link #close()}, never inside {@link #offer(Connection, Operation)},
 * {@link #connect(Connection)} or {@link #disconnect(Connection)}.
 * <p>
 * <b>A callback</b> may offer, inquire, connect, disconnect, flush, prepare, wake up and close. What it
 * queues leaves with the next flush or poll. A close takes effect when the poll ends. A poll from a callback
 * gets an {@link IllegalStateException}. A callback should not throw; if it does, the poll throws the same,
 * and the transport can still be closed. What a {@link Dialogue} throws, or the {@link
 * TransportHandler#onConnected(Connection, boolean)} that gives it, ends that connection and is not thrown.
 * <p>
 * <b>What a transport guarantees:</b>
 * <ol>
 * <li>A node executes the commands of a connection in the order of acceptance, as long as it lives: a release
 * offered after an acquire on the same connection can never overtake it.</li>
 * <li>Every accepted operation is answered exactly once: by the node's reply, or by {@link Reply.Kind#LOST}
 * when its connection ended first. All answers of a connection come before its
 * {@link TransportHandler#onDown(Connection, DownReason, String)}.</li>
 * <li>Nothing is ever sent twice. A command that was in flight on a lost connection is not repeated.</li>
 * <li>Silence is allowed: a node that says nothing produces no callback. Deadlines are the engine's.</li>
 * <li>An I/O error is never an exception: it is an answer or an {@code onDown}. A connection ends once, and
 * the first reason counts.</li>
 * <li>An unasked message of a node is never an answer. A RESP3 push between two replies is skipped. An
 * attribute, or a push inside a reply, is skipped or ends the connection ({@link DownReason#PROTOCOL}). A
 * reply without a question ends it, as does anything that is not RESP or exceeds the {@link
 * TransportLimits}. What is skipped is told to {@link TransportHandler#onUnasked(Connection, long)}; a poll
 * takes a bounded amount from each connection, so that one which floods leaves time for the others. Two kinds
 * of pushes are not skipped by a transport that {@linkplain #tellsMessages() tells messages}: that which
 * confirms the subscription of a {@link Dialogue}, and from then on the messages of that channel, which go to
 * {@link TransportHandler#onMessage(Connection, byte[], int)}.</li>
 * <li>No detail, exception message or {@code toString} repeats what was said in a dialogue: it contains
 * passwords.</li>
 * <li>After {@link #close()} nothing is accepted and nothing connects, and polls return 0 at once.</li>
 * </ol>
 */
public interface Transport extends AutoCloseable
{
    /**
     * The operation was taken; exactly one reply will follow.
     */
    int ACCEPTED = 0;

    /**
     * The node's limit of commands in flight or of unsent bytes is reached. Nothing was sent; nothing
     * follows.
     */
    int BACK_PRESSURED = -1;

    /**
     * The node has no usable connection. Nothing was sent; nothing follows.
     */
    int NOT_CONNECTED = -2;

    /**
     * Lets the transport encode once what is the same in every command on a key.
     *
     * @param key the bytes of the key; the transport copies what it keeps.
     * @return the prepared form, valid only for this transport, as long as it is reachable.
     */
    PreparedKey prepare(byte[] key);

    /**
     * Starts one attempt to make a connection that is down. Returns at once; the outcome is {@link
     * TransportHandler#onUp(Connection)} or {@link TransportHandler#onDown(Connection, DownReason, String)}.
     * Ignored while it is up or an attempt runs, and until {@code onDown} of the previous attempt is told:
     * that callback is the earliest place for this call.
     *
     * @param connection one of {@link TransportContext#connections()}.
     */
    void connect(Connection connection);

    /**
     * Drops the connection, or the attempt to make one, at once: a TCP connection with a reset, so that the
     * system discards what it has not delivered yet. Only a connection that breaks the protocol ({@link
     * DownReason#PROTOCOL}) ends in the same way. Everything in flight is answered {@link Reply.Kind#LOST},
     * then {@code onDown} follows with {@link DownReason#LOCAL}; both come from a later {@link #poll(long)},
     * which then does not wait, never from the present one. Answers that were read but not told are lost,
     * too: after this call no answer of the connection is told, and no message. Ignored if the node is down,
     * or its end is about to be told.
     *
     * @param connection one of {@link TransportContext#connections()}.
     */
    void disconnect(Connection connection);

    /**
     * Queues an operation. Never blocks, never throws for I/O. The operation and all arrays it refers to may
     * be reused as soon as the method returns.
     *
     * Exactly {@link TransportLimits#inFlightPerNode()} commands, including inquiries, may be in flight; the
     * callback of an answer can already use the room of its command.
     *
     * @param connection one of {@link TransportContext#connections()}.
     * @param operation what to send.
     * @return {@link #ACCEPTED}, {@link #BACK_PRESSURED} or {@link #NOT_CONNECTED}; the last in every stage
     *         but up: while a node connects, in its dialogue, and while its end is told.
     * @throws IllegalArgumentException if it is larger than {@link TransportLimits#unsentBytes()}.
     */
    int offer(Connection connection, Operation operation);

    /**
     * Queues a question off the hot path; may allocate. Ordered with operations on the same node.
     *
     * @param connection one of {@link TransportContext#connections()}.
     * @param inquiry the question, which also gets the answer.
     * @return {@link #ACCEPTED}, {@link #BACK_PRESSURED} or {@link #NOT_CONNECTED}.
     * @throws IllegalArgumentException if it could never be sent.
     */
    int inquire(Connection connection, Inquiry inquiry);

    /**
     * Whether the connection to a node that is up leads to this machine, and to nowhere else for all that the
     * transport knows: to a Unix domain socket, to a loopback address, or to the address that this end of
     * the connection has. When this machine stands still so does such a node, and it can not bear witness
     * of that. Asked once for each connection.
     *
     * @param connection one of {@link TransportContext#connections()}.
     * @return false if it leads elsewhere, or if the transport cannot tell, which only costs locks.
     */
    default boolean isLocal(final Connection connection)
    {
        return false;
    }

    /**
     * Whether messages of nodes are told. A {@link Dialogue} may then ask SUBSCRIBE.
     *
     * @return false if messages are skipped like other pushes.
     */
    default boolean tellsMessages()
    {
        return false;
    }

    /**
     * Writes what was queued: at best one write per node for all operations. Does not wait for a full socket;
     * the rest follows in later flushes and polls, or by itself.
     */
    void flush();

    /**
     * Delivers replies and connection events to the handler, and flushes first. An interrupted thread does
     * not wait, and stays interrupted.
     *
     * @param maxWaitNs 0 never blocks; a positive value blocks until something happens, {@link #wakeup()} is
     *                  called, or about this many nanoseconds pass.
     * @return about the number of events told to the handler; positive if there was any; 0 if there was
     *         nothing to do, or only a wake-up.
     */
    int poll(long maxWaitNs);

    /**
     * Ends a blocking {@link #poll(long)}, the present one or the next. Any thread, even an interrupted one,
     * at any time; during and after {@link #close()} it does nothing. Many calls count as one.
     */
    void wakeup();

    /**
     * Ends all connections and frees all resources. Everything in flight is answered {@link Reply.Kind#LOST},
     * and {@code onDown} comes for every node that was not down, with {@link DownReason#LOCAL} unless it had
     * already ended for another reason; both inside this call, or at the end of the poll around it. Engine
     * thread, or any thread if the transport was never driven or its engine thread has died. Calling it again
     * has no effect.
     */
    @Override
    void close();
}
