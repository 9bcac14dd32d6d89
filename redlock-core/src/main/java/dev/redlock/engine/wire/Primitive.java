// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Vote;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * What a lock is on a node: the commands that acquire, extend and release it, and what the answers say. One
 * object stands for all such locks of an engine, and knows neither a lock nor a node. Another kind of lock is
 * one more class here, and its scripts.
 */
public abstract sealed class Primitive permits PlainLock, FencedLock
{
    /*
     * The first number of a refusal.
     */
    static final long HELD_BY_ANOTHER = 0;

    private final NodeCommand acquire;
    private final NodeCommand extend;

    /*
     * Null where nobody waits in line.
     */
    private final LineCommands line;

    Primitive(final NodeCommand acquire, final NodeCommand extend, final LineCommands line)
    {
        this.acquire = acquire;
        this.extend = extend;
        this.line = line;
    }

    public final NodeCommand acquire(final ReleaseMethod method)
    {
        return acquire.by(method);
    }

    public final NodeCommand extend(final ReleaseMethod method)
    {
        return extend.by(method);
    }

    /**
     * How a node is told to delete the key, at once or after a while.
     */
    public abstract NodeCommand release(ReleaseMethod method, boolean isKept);

    /**
     * Whether nodes keep those in line that wait for it.
     */
    public final boolean hasLine()
    {
        return line != null;
    }

    /**
     * How a node is told to keep a place in line, and to grant the lock to the first.
     */
    public final NodeCommand await(final ReleaseMethod method)
    {
        return line.await().by(method);
    }

    /**
     * How a node is told to delete the key, or to give it to the next in line, and to end a place there.
     */
    public final NodeCommand pass(final ReleaseMethod method)
    {
        return line.pass().by(method);
    }

    /**
     * What an answer says: the only place where anything becomes a grant.
     */
    public abstract Vote vote(NodeCommand asked, Reply reply);

    /**
     * Whether attempts propose fencing tokens. Then a release closes the token: only that makes sure that no
     * question which was lost with its connection brings the key later.
     */
    public boolean proposesTokens()
    {
        return false;
    }

    /**
     * Whether a node would perhaps grant another fencing token: this one is not above its last, or not
     * plausible. Nothing was changed, but the key may be there, with a lower token of the same attempt.
     */
    public boolean isTokenRefused(final Reply reply)
    {
        return false;
    }

    /**
     * Whether a node whose clock shows this would find a fencing token not plausible.
     */
    public boolean isTokenTooOld(final long token, final long timeUs)
    {
        return false;
    }

    /**
     * The highest fencing token that a node has granted on the key: ours, or that of its refusal, if it says.
     */
    public long lastToken(final Reply reply, final long ours, final long otherwise)
    {
        return otherwise;
    }

    /**
     * How long the key has to live at the least if a vote for it may count for so long.
     */
    public long leastTtlNs(final long votesNs)
    {
        return 0;
    }

    /**
     * Whether a reply to an acquisition leaves no doubt that the key is not ours there: the node refused the
     * vote, or the server refused to run the command, and had not run it before with another fencing token.
     * An error of unknown kind does leave doubt: it may come from something in between that lost its server
     * after the command had gone through.
     */
    public final boolean isWithoutKey(final Vote said, final Reply reply, final boolean wasAskedBefore)
    {
        return said == Vote.REFUSED && !isTokenRefused(reply) || !wasAskedBefore &&
            reply.kind() == Reply.Kind.ERROR && reply.errorCode() != ErrorCode.OTHER;
    }

    /**
     * Why a node's vote counts as it does.
     */
    public final Cause causeOf(final Vote said, final Reply reply)
    {
        return said == Vote.GRANTED ? Cause.GRANTED : isTokenRefused(reply) ? Cause.TOKEN_REFUSED :
            said == Vote.REFUSED ? Cause.HELD_BY_ANOTHER : ReplyFacts.faultOf(reply);
    }

    /**
     * Whether a node answered, but with an error or with what this command never answers.
     */
    public final boolean isError(final Vote said, final Reply reply)
    {
        final Cause cause = causeOf(said, reply);

        return cause == Cause.SERVER_ERROR || cause == Cause.UNEXPECTED_REPLY;
    }

    static Vote ofPass(final Reply reply)
    {
        return reply.kind() != Reply.Kind.NUMBERS || reply.size() != ReplyFacts.PASSED ? Vote.FAULTED :
            reply.number(0) == 1 ? Vote.GRANTED : Vote.REFUSED;
    }

    static boolean isRefusal(final Reply reply, final long code)
    {
        return ReplyFacts.isRefusal(reply) && reply.number(0) == code;
    }

    /*
     * The scripts and the native commands answer 1 (done) or 0 (not ours); Tair's CAD says -1 when there is
     * no key at all. A key of another type is not ours either.
     */
    static Vote ofComparison(final Reply reply)
    {
        if (reply.kind() == Reply.Kind.NUMBERS && reply.size() == 1)
        {
            final long number = reply.number(0);

            return number == 1 ? Vote.GRANTED : number == 0 || number == -1 ? Vote.REFUSED : Vote.FAULTED;
        }

        return reply.errorCode() == ErrorCode.WRONGTYPE ? Vote.REFUSED : Vote.FAULTED;
    }
}
