// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import java.util.function.UnaryOperator;

import dev.redlock.engine.settings.FenceRule;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.spi.CommandTemplate;

/**
 * What is said to nodes of the line of those that wait for a lock.
 *
 * @param await how a node is told to keep a place in line, and to grant the lock to the first.
 * @param pass  how it is told to release the lock and give it to the next, or to end a place in line.
 */
record LineCommands(NodeCommand await, NodeCommand pass)
{
    private static final String HEARS = "+";
    private static final String NONE = "0";
    private static final String NO_MARKER = "";

    /**
     * For plain locks.
     *
     * @return null if nobody waits in line.
     */
    static LineCommands plain(final CommandList commands, final WaitRule waiting)
    {
        return !waiting.isGiven() ? null : new LineCommands(
            await(commands, "wait in line", waiting, (call) -> call.literal(NONE, NONE, NONE),
                NodeCommand.LINE, NodeCommand.TICKETS),
            pass(commands, "pass", waiting, (call) -> call.literal(NONE, NONE, NONE),
                (call) -> call.literal(NONE), NodeCommand.LINE, NodeCommand.TICKETS));
    }

    /**
     * For fenced locks: who gets the lock from the line gets it with the token that the release proposes.
     *
     * @return null if nobody waits in line.
     */
    static LineCommands fenced(final CommandList commands, final WaitRule waiting, final FenceRule rule)
    {
        final UnaryOperator<CommandTemplate.Builder> fence = (call) ->
            call.literal(Long.toString(rule.ttlMs()), Long.toString(rule.windowUs()));

        return !waiting.isGiven() ? null : new LineCommands(
            await(commands, "wait in line fenced", waiting,
                (call) -> fence.apply(call).number(NodeCommand.FENCING_TOKEN),
                NodeCommand.LINE, NodeCommand.TICKETS, NodeCommand.FENCE),
            pass(commands, "pass fenced", waiting, (call) -> fence.apply(call).number(NodeCommand.NEXT_TOKEN),
                (call) -> call.number(NodeCommand.FENCING_TOKEN),
                NodeCommand.LINE, NodeCommand.TICKETS, NodeCommand.FENCE));
    }

    private static NodeCommand await(final CommandList commands, final String name, final WaitRule waiting,
        final UnaryOperator<CommandTemplate.Builder> fence, final String... moreKeys)
    {
        return commands.script(OperationKind.WAIT, name, "wait",
            (rest) -> fence.apply(line(rest, waiting)).number(NodeCommand.TTL).number(NodeCommand.SINCE)
                .number(NodeCommand.DRAWN_MS).number(NodeCommand.TAKE).literal(HEARS, waiting.name())
                .answersTime().answersNumbers(ReplyFacts.PLACE), moreKeys);
    }

    private static NodeCommand pass(final CommandList commands, final String name, final WaitRule waiting,
        final UnaryOperator<CommandTemplate.Builder> fence,
        final UnaryOperator<CommandTemplate.Builder> highest, final String... moreKeys)
    {
        return commands.script(OperationKind.PASS, name, "pass",
            (rest) -> marker(commands, highest.apply(fence.apply(line(rest, waiting)).number(NodeCommand.GIVE)))
                .answersNumbers(ReplyFacts.PASSED), moreKeys);
    }

    /*
     * What a node must have to give the lock to anybody; without it the lock is released all the same.
     */
    private static CommandTemplate.Builder marker(
        final CommandList commands, final CommandTemplate.Builder call)
    {
        return commands.hasMarker() ? call.bytes(NodeCommand.MARKER) : call.literal(NO_MARKER);
    }

    /*
     * What both scripts begin with.
     */
    private static CommandTemplate.Builder line(final CommandTemplate.Builder call, final WaitRule waiting)
    {
        return call.literal(Long.toString(WaitRule.LIFE_MS), Long.toString(WaitRule.LEFT_MS),
            Long.toString(WaitRule.MOST_MS), waiting.mailboxes());
    }
}
