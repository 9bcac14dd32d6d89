// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * Why a single node voted as it did.
 */
public enum Cause
{
    /**
     * No answer yet when the round was decided, or when the caller left before the engine had answered.
     */
    PENDING,

    /**
     * The node did what was asked.
     */
    GRANTED,

    /**
     * Somebody else holds the key there, or (in an extension or release) the key is not ours.
     */
    HELD_BY_ANOTHER,

    /**
     * No answer within the node's timeout.
     */
    TIMEOUT,

    /**
     * The connection was lost while the question was in flight.
     */
    DISCONNECTED,

    /**
     * There was no usable connection; nothing was sent.
     */
    NOT_CONNECTED,

    /**
     * The node's limit of operations in flight was reached; nothing was sent.
     */
    BACK_PRESSURED,

    /**
     * The server answered with an error.
     */
    SERVER_ERROR,

    /**
     * The answer had a shape that this command never has.
     */
    UNEXPECTED_REPLY,

    /**
     * The round did not ask this node.
     */
    NOT_ASKED,

    /**
     * No node was asked, because another handle of this client holds the key or is trying to.
     */
    HELD_BY_THIS_CLIENT,

    /**
     * No node was asked, because this client has as many locks under way, held or being released as its limit
     * allows.
     */
    TOO_MANY_LOCKS,

    /**
     * The proposed fencing token is not above the last that the node granted for this key, or too far from
     * the node's time. The client proposes a better one; if that does not help, look at the nodes' clocks.
     */
    TOKEN_REFUSED,

    /**
     * The node granted, or would have, but may have forgotten a lock of somebody else: its grants do not
     * count until that lock is over. See {@link Suspicion}.
     */
    QUARANTINED,

    /**
     * The node has another incarnation marker than when it was admitted: it has lost its keys, or been given
     * other ones, or its deployment has been declared anew. It is asked again who it is.
     */
    OTHER_MARKER,

    /**
     * The node granted, but did not confirm in time that the grant is durable, as this lock demands.
     */
    NOT_DURABLE,

    /**
     * The node granted, or would have, but its clock has moved, or differs from another node's, and it is not
     * known yet whose is wrong: its grants do not count until then, which is a matter of seconds.
     */
    CLOCK_DOUBTED;

    private static final Cause[] VALUES = values();

    /**
     * The cause with a given ordinal, without allocation.
     *
     * @param ordinal 0 and up.
     * @return the cause.
     */
    public static Cause of(final int ordinal)
    {
        return VALUES[ordinal];
    }
}
