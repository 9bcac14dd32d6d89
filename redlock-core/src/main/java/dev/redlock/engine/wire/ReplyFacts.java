// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import dev.redlock.outcome.Cause;
import dev.redlock.spi.Reply;

/**
 * What a reply tells besides the vote, which is for {@link Primitive#vote}: of the node's marker and time,
 * whether a vote is durable, what has gone wrong.
 */
public final class ReplyFacts
{
    /**
     * So many bytes at the beginning of a marker tell one incarnation from another.
     */
    public static final int INCARNATION_LENGTH = 35;

    /*
     * What the scripts that acquire refuse with: so many numbers, and the last is the time in microseconds.
     */
    static final int REFUSAL = 4;
    private static final int LEFT = 2;
    private static final int TIME = REFUSAL - 1;

    /*
     * What the script of those that wait in line adds to that.
     */
    static final int PLACE = 7;
    private static final int RANK = 4;
    private static final long STALE = -1;
    private static final long OURS = -1;
    private static final int TOLD = 5;
    private static final int HOLDER = 6;

    /*
     * What a release answers that gives the key to the next in line: whether it was ours, whether somebody
     * has it now, how many wait.
     */
    static final int PASSED = 3;
    private static final int GIVEN = 1;
    private static final int WAITING = 2;

    private static final long OTHER_INCARNATION = -3;
    private static final long OTHER_CONFIGURATION = -4;

    private ReplyFacts()
    {
    }

    /**
     * Whether a node has no marker, or one of another incarnation: it has forgotten what it had granted.
     *
     * @param marker that it must have; looked at for {@link OperationKind#MARKER} only.
     */
    public static boolean isOtherIncarnation(final OperationKind kind, final Reply reply, final byte[] marker)
    {
        return kind == OperationKind.MARKER ?
            isOther(reply, marker, Math.min(INCARNATION_LENGTH, marker.length)) :
            isCode(kind, reply, OTHER_INCARNATION);
    }

    /**
     * Whether the marker of a node has changed, but not its incarnation: what it had granted stands, and it
     * grants nothing more to those who do not know.
     */
    public static boolean isOtherConfiguration(
        final OperationKind kind, final Reply reply, final byte[] marker)
    {
        return kind == OperationKind.MARKER ?
            isOther(reply, marker, Math.max(marker.length, reply.textLength())) :
            isCode(kind, reply, OTHER_CONFIGURATION);
    }

    /*
     * An error says nothing of the marker.
     */
    private static boolean isOther(final Reply reply, final byte[] marker, final int length)
    {
        if (reply.kind() != Reply.Kind.TEXT)
        {
            return reply.kind() == Reply.Kind.NIL;
        }

        int same = 0;
        while (same < length && same < marker.length && same < reply.textLength() &&
            reply.text(same) == marker[same])
        {
            same++;
        }

        return same < length;
    }

    private static boolean isCode(final OperationKind kind, final Reply reply, final long code)
    {
        return (kind.isAcquisition() || kind == OperationKind.EXTEND) && isNumber(reply, code);
    }

    private static boolean isNumber(final Reply reply, final long number)
    {
        return reply.kind() == Reply.Kind.NUMBERS && reply.size() > 0 && reply.number(0) == number;
    }

    static boolean isRefusal(final Reply reply)
    {
        return reply.kind() == Reply.Kind.NUMBERS && (reply.size() == REFUSAL || reply.size() == PLACE);
    }

    /**
     * Whether the answer to somebody who waits in line tells of its place.
     */
    public static boolean tellsPlace(final Reply reply)
    {
        return reply.kind() == Reply.Kind.NUMBERS && reply.size() == PLACE &&
            !isNumber(reply, OTHER_INCARNATION) && !isNumber(reply, OTHER_CONFIGURATION);
    }

    /**
     * How long the key has to live.
     *
     * @return milliseconds; negative if there is none.
     */
    public static long msLeft(final Reply reply)
    {
        return reply.number(LEFT);
    }

    /**
     * How many are before it.
     *
     * @return negative if it has no place.
     */
    public static long rank(final Reply reply)
    {
        return reply.number(RANK);
    }

    /**
     * Whether a node that refuses has the lock as ours: it would grant it with a higher fencing token.
     */
    public static boolean isOursAlready(final Reply reply)
    {
        return tellsPlace(reply) && isNumber(reply, STALE) && rank(reply) == OURS;
    }

    /**
     * How many connections of the holder have been told that somebody waits.
     *
     * @return negative if none had to be.
     */
    public static long told(final Reply reply)
    {
        return reply.number(TOLD);
    }

    /**
     * The mailbox of the holder.
     *
     * @return 0 if there is no key.
     */
    public static long holder(final Reply reply)
    {
        return reply.number(HOLDER);
    }

    /**
     * Whether the answer of a script has the node's time.
     */
    public static boolean tellsTime(final Reply reply)
    {
        return reply.isTime() || isRefusal(reply);
    }

    /**
     * The node's time.
     *
     * @param reply that {@linkplain #tellsTime tells} it.
     * @return microseconds.
     */
    public static long timeUs(final Reply reply)
    {
        return reply.number(reply.isTime() ? 0 : TIME);
    }

    /**
     * Whether a node tells how many wait for the lock that it was told to give.
     */
    public static boolean tellsWaiting(final OperationKind kind, final Reply reply)
    {
        return kind == OperationKind.PASS && reply.kind() == Reply.Kind.NUMBERS && reply.size() == PASSED;
    }

    /**
     * Whether it has given the lock to somebody.
     */
    public static boolean isPassed(final Reply reply)
    {
        return reply.number(GIVEN) == 1;
    }

    /**
     * How many wait.
     */
    public static long waiting(final Reply reply)
    {
        return reply.number(WAITING);
    }

    /**
     * Whether a barrier was a write. Where its key is missing a server has nothing to do, and a question that
     * follows is about earlier writes.
     */
    public static boolean isBarrierWritten(final Reply reply)
    {
        return reply.kind() == Reply.Kind.OK || isNumber(reply, 1);
    }

    public static boolean isBarrierKeyMissing(final Reply reply)
    {
        return isNumber(reply, 0);
    }

    /**
     * Whether a node says that everything up to our barrier is on its disk, or on so many of its replicas.
     *
     * @param reply to the question, if the barrier was written; without it the answer is about the past.
     */
    public static boolean isConfirmed(final Reply reply, final int replicas)
    {
        return reply.kind() == Reply.Kind.NUMBERS && reply.number(0) >= Math.max(1, replicas);
    }

    static Cause faultOf(final Reply reply)
    {
        return switch (reply.kind())
        {
            case LOST -> Cause.DISCONNECTED;
            case ERROR -> Cause.SERVER_ERROR;
            case NUMBERS -> isNumber(reply, OTHER_INCARNATION) || isNumber(reply, OTHER_CONFIGURATION) ?
                Cause.OTHER_MARKER : Cause.UNEXPECTED_REPLY;
            default -> Cause.UNEXPECTED_REPLY;
        };
    }
}
