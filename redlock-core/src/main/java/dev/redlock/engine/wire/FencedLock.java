// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import dev.redlock.engine.settings.FenceRule;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Validity;
import dev.redlock.quorum.Vote;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.Reply;

/**
 * A key with the owner token, and beside it a fence: the highest fencing token that the node has granted.
 */
final class FencedLock extends Primitive
{
    /*
     *                        granted   refused                                     fault
     * acquire, extend        a time    {0 or -1, last token, ms left, its time}    {-2, ...}, all else
     * wait in line           a time    seven numbers: 0 or -1, ...                 {-2, ...}, all else
     * release                1         0, -1, a key of another type                all else
     * pass                   {1, ...}  {0, ...}                                    all else
     *
     * To an extension, a stale token says that the key is gone and cannot come back; to an acquisition, that
     * somebody else was here. A token that is not plausible shows a wrong clock. A key of another type may be
     * the fence: then the lock may be ours all the same.
     */
    private static final long STALE = -1;
    private static final long IMPLAUSIBLE = -2;
    private static final int LAST_TOKEN = 1;

    private final NodeCommand release;
    private final NodeCommand releaseAfter;
    private final long windowUs;
    private final Drift drift;

    /**
     * @param waiting of those that wait in line; {@link WaitRule#NONE} if nobody does.
     */
    FencedLock(
        final CommandList commands, final FenceRule rule, final Drift drift, final WaitRule waiting)
    {
        super(script(commands, OperationKind.ACQUIRE, "acquire fenced", "fence", rule, rule.windowUs()),
            script(commands, OperationKind.EXTEND, "extend fenced", "fence", rule, 0),
            LineCommands.fenced(commands, waiting, rule));
        release = script(commands, OperationKind.RELEASE, "release fenced", "unfence", rule, rule.windowUs());
        releaseAfter = script(commands, OperationKind.RELEASE_AFTER, "release fenced after a while",
            "unfence", rule, rule.windowUs());
        windowUs = rule.windowUs();
        this.drift = drift;
    }

    private static NodeCommand script(final CommandList commands, final OperationKind kind, final String name,
        final String scriptName, final FenceRule rule, final long windowUs)
    {
        return commands.script(kind, name, scriptName, (rest) ->
        {
            rest.number(NodeCommand.TTL).number(NodeCommand.FENCING_TOKEN)
                .literal(Long.toString(rule.ttlMs()), Long.toString(windowUs));
            if (kind.isRelease())
            {
                rest.answersNumbers(1);
            }
            else
            {
                rest.answersTime().answersNumbers(ReplyFacts.REFUSAL);
            }
        }, NodeCommand.FENCE);
    }

    /*
     * No native command knows a fence.
     */
    @Override
    public NodeCommand release(final ReleaseMethod method, final boolean isKept)
    {
        return (isKept ? releaseAfter : release).by(method);
    }

    @Override
    public Vote vote(final NodeCommand asked, final Reply reply)
    {
        return asked.kind() == OperationKind.PASS ? ofPass(reply) :
            asked.kind().isRelease() ? ofComparison(reply) :
            reply.isTime() ? Vote.GRANTED :
            isRefusal(reply, HELD_BY_ANOTHER) || isRefusal(reply, STALE) ? Vote.REFUSED : Vote.FAULTED;
    }

    @Override
    public boolean proposesTokens()
    {
        return true;
    }

    @Override
    public boolean isTokenRefused(final Reply reply)
    {
        return isRefusal(reply, STALE) || isRefusal(reply, IMPLAUSIBLE);
    }

    @Override
    public boolean isTokenTooOld(final long token, final long timeUs)
    {
        return timeUs - token > windowUs;
    }

    @Override
    public long lastToken(final Reply reply, final long ours, final long otherwise)
    {
        return reply.isTime() ? ours : ReplyFacts.isRefusal(reply) ? reply.number(LAST_TOKEN) : otherwise;
    }

    /*
     * An extension may set a key anew that has gone, and its answer does not say so: the key has to last as
     * long as any vote that may count. Other questions lose nothing by the same rule.
     */
    @Override
    public long leastTtlNs(final long votesNs)
    {
        return Validity.ttlNs(votesNs, drift);
    }
}
