// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * Turns a reply into a vote: the only place where anything becomes a grant.
 */
public final class VoteRule
{
    /*
     * What the scripts refuse with: code, last token, milliseconds left to the lock, time in microseconds.
     */
    private static final int REFUSAL_NUMBERS = 4;
    private static final int LAST_TOKEN = 1;
    private static final int TIME = 3;

    private static final long STALE = -1;
    private static final long IMPLAUSIBLE = -2;
    private static final long OTHER_INCARNATION = -3;
    private static final long OTHER_CONFIGURATION = -4;

    private VoteRule()
    {
    }

    public static Vote of(final OperationKind kind, final Reply reply)
    {
        return switch (kind)
        {
            case ACQUIRE -> ofSet(reply);
            case ACQUIRE_BY_SCRIPT, ACQUIRE_WITH_TEXT -> ofScript(reply);
            case FENCED_ACQUIRE, FENCED_ACQUIRE_WITH_TEXT, FENCED_EXTEND, FENCED_EXTEND_WITH_TEXT ->
                ofFence(reply);
            default -> ofComparison(reply);
        };
    }

    /**
     * What a vote counts for: a grant of a node in quarantine may contradict one that the node has forgotten,
     * so it is worth no more than silence. A refusal is one, whoever refuses.
     */
    public static Vote counted(final Vote said, final boolean mayVote)
    {
        return said == Vote.GRANTED && !mayVote ? Vote.FAULTED : said;
    }

    /**
     * Whether a node would perhaps grant another fencing token: this one is not above its last, or not
     * plausible. Nothing was changed, but the key may be there, with a lower token of the same attempt.
     */
    public static boolean isTokenRefused(final Reply reply)
    {
        return isRefusal(reply) && (reply.number(0) == STALE || reply.number(0) == IMPLAUSIBLE);
    }

    /**
     * Whether a node has no marker, or one of another incarnation: it has forgotten what it had granted.
     *
     * @param marker that it must have; looked at for {@link OperationKind#MARKER} only.
     */
    public static boolean isOtherIncarnation(final OperationKind kind, final Reply reply, final byte[] marker)
    {
        return kind == OperationKind.MARKER ?
            isOther(reply, marker, Math.min(Commands.INCARNATION_LENGTH, marker.length)) :
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
        return !kind.isRelease() && !kind.isHeartbeat() && isNumber(reply, code);
    }

    private static boolean isNumber(final Reply reply, final long number)
    {
        return reply.kind() == Reply.Kind.NUMBERS && reply.size() > 0 && reply.number(0) == number;
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
     * The highest fencing token that a node has granted on the key.
     *
     * @param granted   by the node, if the reply is a grant.
     * @param otherwise the result if the reply does not say.
     */
    public static long lastToken(final Reply reply, final long granted, final long otherwise)
    {
        return reply.isTime() ? granted : isRefusal(reply) ? reply.number(LAST_TOKEN) : otherwise;
    }

    private static boolean isRefusal(final Reply reply)
    {
        return reply.kind() == Reply.Kind.NUMBERS && reply.size() == REFUSAL_NUMBERS;
    }

    /**
     * Why a node's vote counts as it does.
     */
    public static Cause causeOf(final Vote vote, final Reply reply)
    {
        return switch (vote)
        {
            case GRANTED -> Cause.GRANTED;
            case REFUSED -> isTokenRefused(reply) ? Cause.TOKEN_REFUSED : Cause.HELD_BY_ANOTHER;
            default -> isTokenRefused(reply) ? Cause.TOKEN_REFUSED : faultOf(reply);
        };
    }

    /**
     * Whether a node answered, but with an error or with what this command never answers.
     */
    public static boolean isError(final Vote vote, final Reply reply)
    {
        return vote == Vote.FAULTED && reply.kind() != Reply.Kind.LOST && !isTokenRefused(reply) &&
            causeOf(vote, reply) != Cause.OTHER_MARKER;
    }

    /**
     * Whether a node only lacks a script whose digest it got. It will get the text; after a flush of scripts
     * this is normal, not an error.
     */
    public static boolean isScriptMissing(final OperationKind kind, final Reply reply)
    {
        return kind.withText() != null && reply.errorCode() == ErrorCode.NOSCRIPT;
    }

    /**
     * Whether a reply to an acquisition leaves no doubt that the key is not ours there: the node refused the
     * vote, or the server refused to run the command, and had not run it before with another fencing token.
     * An error of unknown kind does leave doubt: it may come from something in between that lost its server
     * after the command had gone through.
     */
    public static boolean isWithoutKey(final Vote vote, final Reply reply, final boolean wasAskedBefore)
    {
        return vote == Vote.REFUSED && !isTokenRefused(reply) || !wasAskedBefore &&
            reply.kind() == Reply.Kind.ERROR && reply.errorCode() != ErrorCode.OTHER;
    }

    private static Vote ofScript(final Reply reply)
    {
        return reply.isTime() ? Vote.GRANTED :
            isRefusal(reply) && reply.number(0) == 0 ? Vote.REFUSED : Vote.FAULTED;
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

    private static Vote ofSet(final Reply reply)
    {
        return switch (reply.kind())
        {
            case OK -> Vote.GRANTED;
            case NIL -> Vote.REFUSED;
            default -> Vote.FAULTED;
        };
    }

    /*
     * To an extension, a stale token says that the key is gone and cannot come back; to an acquisition, that
     * somebody else was here. A token that is not plausible shows a wrong clock. A key of another type may be
     * the fence: then the lock may be ours all the same.
     */
    private static Vote ofFence(final Reply reply)
    {
        return reply.isTime() ? Vote.GRANTED :
            isRefusal(reply) && (reply.number(0) == 0 || reply.number(0) == STALE) ? Vote.REFUSED :
            Vote.FAULTED;
    }

    /*
     * The scripts and the native commands answer 1 (done) or 0 (not ours); Tair's CAD says -1 when there is
     * no key at all. A key of another type is not ours either.
     */
    private static Vote ofComparison(final Reply reply)
    {
        if (reply.kind() == Reply.Kind.NUMBERS && reply.size() == 1)
        {
            final long number = reply.number(0);

            return number == 1 ? Vote.GRANTED : number == 0 || number == -1 ? Vote.REFUSED : Vote.FAULTED;
        }
        if (reply.kind() == Reply.Kind.ERROR && reply.errorCode() == ErrorCode.WRONGTYPE)
        {
            return Vote.REFUSED;
        }

        return Vote.FAULTED;
    }

    private static Cause faultOf(final Reply reply)
    {
        return switch (reply.kind())
        {
            case LOST -> Cause.DISCONNECTED;
            case ERROR -> Cause.SERVER_ERROR;
            case NUMBERS ->
                isNumber(reply, OTHER_INCARNATION) || isNumber(reply, OTHER_CONFIGURATION) ?
                Cause.OTHER_MARKER : Cause.UNEXPECTED_REPLY;
            default -> Cause.UNEXPECTED_REPLY;
        };
    }
}
