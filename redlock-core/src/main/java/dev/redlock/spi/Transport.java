// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

/**
 * Carries commands to the nodes and their replies back, for one engine.
 * <p>
 * <b>Threads:</b> {@link #prepare(byte[])} and {@link #wakeup()} may be called from any thread. Everything
 * else belongs to the <em>engine thread</em>: the first thread that calls {@link #connect(int)},
 * {@link #offer(int, Operation)}, {@link #inquire(int, Inquiry)} or {@link #poll(long)}. From then on any
 * other thread gets an {@link IllegalStateException}, and nothing happens. All callbacks to the
 * {@link TransportHandler}, to {@link Inquiry} and to {@link Dialogue} happen on the engine thread, one at a
 * time, inside {@link #poll(long)} or {@link #close()}, never inside {@link #offer(int, Operation)},
 * {@link #connect(int)} or {@link #disconnect(int)}.
 * <p>
 * <b>In a callback</b> one may offer, inquire, connect, disconnect, flush, prepare, wake up and close. What
 * is queued there leaves with the next flush or poll. A close takes effect when the poll ends. To poll there
 * is an {@link IllegalStateException}. A callback should not throw; if it does, the poll throws the same, and
 * the transport can still be closed.
 * <p>
 * <b>What a transport guarantees:</b>
 * <ol>
 * <li>Commands accepted for one node are executed by it in the order of acceptance, as long as the connection
 * lives: a release offered after an acquire can never overtake it.</li>
 * <li>Every accepted operation is answered exactly once: by the node's reply, or by {@link Reply.Kind#LOST}
 * when its connection ended first. All answers of a connection come before its
 * {@link TransportHandler#onDown(int, DownReason, String)}.</li>
 * <li>Nothing is ever sent twice. A command that was in flight on a lost connection is not repeated.</li>
 * <li>Silence is allowed: a node that says nothing produces no callback. Deadlines are the engine's.</li>
 * <li>I/O trouble is never an exception: it is an answer or an {@code onDown}. A connection ends once, and
 * the first reason stands.</li>
 * <li>What a node says unasked is never an answer. A push of RESP3 between two replies is skipped. An
 * attribute, or a push inside of a reply, is skipped or ends the connection ({@link DownReason#PROTOCOL}); a
 * reply that nothing was asked for ends it, as does what is not RESP or more than {@link TransportLimits}
 * allow.</li>
 * <li>A detail, a message of an exception and {@code toString} never repeat what the node said or was told in
 * its dialogue: there are passwords in it.</li>
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
     * Gives the transport the chance to encode once what is the same for every command on a key.
     *
     * @param key the bytes of the key; the transport copies what it keeps.
     * @return the prepared form, valid for this transport only, for as long as it is reachable.
     */
    PreparedKey prepare(byte[] key);

    /**
     * Starts one attempt to connect to a node that is down. Returns at once; the outcome is
     * {@link TransportHandler#onUp(int)} or {@link TransportHandler#onDown(int, DownReason, String)}.
     * Ignored when the node is up or an attempt is under way, and until {@code onDown} of the connection
     * before was told: in that callback, at the earliest, it is heard.
     *
     * @param nodeIndex index into {@link TransportContext#nodes()}.
     */
    void connect(int nodeIndex);

    /**
     * Drops the connection, or the attempt to make one, at once and without courtesy: with a reset, where
     * the connection is TCP, so that the system throws away what it has not delivered yet. So ends a
     * connection that talks nonsense ({@link DownReason#PROTOCOL}), too, and no other. What was in flight is
     * answered {@link Reply.Kind#LOST}, then {@code onDown} follows with {@link DownReason#LOCAL}, both from
     * a later {@link #poll(long)}, which does not wait then: not from the present one, if this is a
     * callback. What the node has answered and nobody was told yet is lost with the rest, even if it was read
     * already: after this call no answer of the connection is told any more. Ignored when the node is down,
     * or its end is about to be told.
     *
     * @param nodeIndex index into {@link TransportContext#nodes()}.
     */
    void disconnect(int nodeIndex);

    /**
     * Queues an operation. Never blocks, never throws for I/O. The operation and all arrays it refers to may
     * be reused as soon as the method returns.
     *
     * Exactly {@link TransportLimits#inFlightPerNode()} commands, inquiries among them, may be in flight; the
     * room of an answered one is there again in the callback of its answer.
     *
     * @param nodeIndex index into {@link TransportContext#nodes()}.
     * @param operation what to send.
     * @return {@link #ACCEPTED}, {@link #BACK_PRESSURED} or {@link #NOT_CONNECTED}; the last in every stage
     *         but up: while a node connects and in its dialogue, and while its end is told.
     * @throws IllegalArgumentException if it is larger than {@link TransportLimits#unsentBytes()}, so that it
     *                                  could never be sent.
     */
    int offer(int nodeIndex, Operation operation);

    /**
     * Queues a question off the hot path; it may allocate. Ordered with operations on the same node.
     *
     * @param nodeIndex index into {@link TransportContext#nodes()}.
     * @param inquiry the question, which is also told the answer.
     * @return {@link #ACCEPTED}, {@link #BACK_PRESSURED} or {@link #NOT_CONNECTED}.
     * @throws IllegalArgumentException if it could never be sent.
     */
    int inquire(int nodeIndex, Inquiry inquiry);

    /**
     * Writes out what was queued: at best one write per node, however many operations there were. Does not
     * wait for a socket that takes no more; the rest follows in later flushes and polls, or by itself.
     */
    void flush();

    /**
     * Delivers replies and connection events to the handler, and flushes first. An interrupted thread does
     * not wait, and stays interrupted.
     *
     * @param maxWaitNs 0 never blocks; a positive value blocks until something happened,
     *                  {@link #wakeup()} was called, or about so many nanoseconds passed.
     * @return the number of events told to the handler, give or take what they brought with them; positive
     *         if there was any; 0 when there was nothing to do, being woken included.
     */
    int poll(long maxWaitNs);

    /**
     * Ends a blocking {@link #poll(long)}, the present one or the next. Any thread, an interrupted one too,
     * at any time: during and after {@link #close()} it does nothing. Many calls count as one.
     */
    void wakeup();

    /**
     * Ends all connections and frees all resources. What was in flight is answered {@link Reply.Kind#LOST},
     * and {@code onDown} comes for every node that was not down, with {@link DownReason#LOCAL} unless it had
     * ended for another reason before; both inside this call, or at the end of the poll it was called in.
     * Engine thread, or any thread if the transport was never driven or its engine thread has died. Calling
     * it again has no effect.
     */
    @Override
    void close();
}
