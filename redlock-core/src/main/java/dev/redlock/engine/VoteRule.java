// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * Turns a reply into a vote: the only place where anything becomes a grant.
 */
final class VoteRule
{
    private VoteRule()
    {
    }

    static Vote of(final OperationKind kind, final Reply reply)
    {
        return kind == OperationKind.ACQUIRE ? ofSet(reply) : ofComparison(reply);
    }

    static Cause causeOf(final Vote vote, final Reply reply)
    {
        switch (vote)
        {
            case GRANTED:
                return Cause.GRANTED;

            case REFUSED:
                return Cause.HELD_BY_ANOTHER;

            default:
                return faultOf(reply);
        }
    }

    /**
     * Whether a node answered, but with an error or with what this command never answers.
     */
    static boolean isError(final Vote vote, final Reply reply)
    {
        return vote == Vote.FAULTED && reply.kind() != Reply.Kind.LOST;
    }

    /**
     * Whether a node only lacks a script whose digest it got. It will get the text; after a flush of scripts
     * this is normal, not an error.
     */
    static boolean isScriptMissing(final OperationKind kind, final Reply reply)
    {
        return (kind == OperationKind.EXTEND || kind == OperationKind.RELEASE ||
            kind == OperationKind.RELEASE_LATER) && reply.errorCode() == ErrorCode.NOSCRIPT;
    }

    /**
     * Whether a reply leaves no doubt that the command changed nothing: the node refused the vote, or the
     * server refused to run the command. An error of unknown kind does leave doubt: it may come from
     * something in between that lost its server after the command had gone through.
     */
    static boolean isWithoutEffect(final Vote vote, final Reply reply)
    {
        return vote == Vote.REFUSED ||
            reply.kind() == Reply.Kind.ERROR && reply.errorCode() != ErrorCode.OTHER;
    }

    private static Vote ofSet(final Reply reply)
    {
        switch (reply.kind())
        {
            case OK:
                return Vote.GRANTED;

            case NIL:
                return Vote.REFUSED;

            default:
                return Vote.FAULTED;
        }
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
        switch (reply.kind())
        {
            case LOST:
                return Cause.DISCONNECTED;

            case ERROR:
                return Cause.SERVER_ERROR;

            default:
                return Cause.UNEXPECTED_REPLY;
        }
    }
}
