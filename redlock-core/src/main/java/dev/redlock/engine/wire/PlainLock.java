// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import java.util.EnumMap;
import java.util.Map;

import dev.redlock.engine.settings.WaitRule;
import dev.redlock.quorum.Vote;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;

/**
 * A key with the owner token, which is set if it is not there.
 */
final class PlainLock extends Primitive
{
    /*
     *                        granted   refused                                     fault
     * acquire by SET NX      OK        nil                                         all else
     * acquire by script      a time    {0, 0, ms left, its time}                   all else
     * wait in line           a time    seven numbers: 0, ...                       all else
     * extend, release        1         0, -1, a key of another type                all else
     * pass                   {1, ...}  {0, ...}                                    all else
     */
    private final Map<ReleaseMethod, NodeCommand> releases = new EnumMap<>(ReleaseMethod.class);
    private final NodeCommand releaseAfter;

    /**
     * @param isByScript whether nodes have more to do than a SET: look at their marker, or tell their time.
     * @param waiting    of those that wait in line; {@link WaitRule#NONE} if nobody does.
     */
    PlainLock(final CommandList commands, final boolean isByScript, final WaitRule waiting)
    {
        super(isByScript ?
            commands.script(OperationKind.ACQUIRE, "acquire", "acquire",
                (rest) -> rest.number(NodeCommand.TTL).answersTime().answersNumbers(ReplyFacts.REFUSAL)) :
            commands.own(OperationKind.ACQUIRE, "acquire", (set) -> set.literal("SET").key()
                .bytes(Operation.TOKEN).literal("NX", "PX").number(NodeCommand.TTL)
                .answers(Reply.Kind.OK, Reply.Kind.NIL)),
            commands.script(OperationKind.EXTEND, "extend", "extend",
                (rest) -> rest.number(NodeCommand.TTL).answersNumbers(1)),
            LineCommands.plain(commands, waiting));
        releaseAfter = commands.script(OperationKind.RELEASE_AFTER, "release after a while", "extend",
            (rest) -> rest.number(NodeCommand.TTL).literal("exactly").answersNumbers(1));

        final NodeCommand release = commands.script(
            OperationKind.RELEASE, "release", "release", (rest) -> rest.answersNumbers(1));
        releases.put(ReleaseMethod.SCRIPT, release);
        releases.put(ReleaseMethod.TEXT, release.withText());
        releases.put(ReleaseMethod.DELIFEQ, commands.own(OperationKind.RELEASE, "release by DELIFEQ",
            (words) -> words.literal("DELIFEQ").key().bytes(Operation.TOKEN).answersNumbers(1)));
        releases.put(ReleaseMethod.DELEX, commands.own(OperationKind.RELEASE, "release by DELEX",
            (words) -> words.literal("DELEX").key().literal("IFEQ").bytes(Operation.TOKEN)
                .answersNumbers(1)));
        releases.put(ReleaseMethod.CAD, commands.own(OperationKind.RELEASE, "release by CAD",
            (words) -> words.literal("CAD").key().bytes(Operation.TOKEN).answersNumbers(1)));
    }

    /*
     * A native command keeps no key for a while.
     */
    @Override
    public NodeCommand release(final ReleaseMethod method, final boolean isKept)
    {
        return isKept ? releaseAfter.by(method) : releases.get(method);
    }

    @Override
    public Vote vote(final NodeCommand asked, final Reply reply)
    {
        return switch (asked.kind())
        {
            case ACQUIRE, WAIT -> asked.isScript() ? ofScript(reply) : ofSet(reply);
            case PASS -> ofPass(reply);
            default -> ofComparison(reply);
        };
    }

    private static Vote ofSet(final Reply reply)
    {
        return reply.kind() == Reply.Kind.OK ? Vote.GRANTED :
            reply.kind() == Reply.Kind.NIL ? Vote.REFUSED : Vote.FAULTED;
    }

    private static Vote ofScript(final Reply reply)
    {
        return reply.isTime() ? Vote.GRANTED :
            isRefusal(reply, HELD_BY_ANOTHER) ? Vote.REFUSED : Vote.FAULTED;
    }
}
