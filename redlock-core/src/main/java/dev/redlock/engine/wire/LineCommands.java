// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import java.util.function.Consumer;

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
        final Consumer<CommandTemplate.Builder> noFence = (call) -> call.literal(NONE, NONE, NONE);

        return !waiting.isGiven() ? null : new LineCommands(
            await(commands, "wait in line", waiting, noFence, NodeCommand.LINE, NodeCommand.TICKETS),
            pass(commands, "pass", waiting, noFence, (call) -> call.literal(NONE), NodeCommand.LINE,
                NodeCommand.TICKETS));
    }

    /**
     * For fenced locks: who gets the lock from the line gets it with the token that the release proposes.
     *
     * @return null if nobody waits in line.
     */
    static LineCommands fenced(final CommandList commands, final WaitRule waiting, final FenceRule rule)
    {
        return !waiting.isGiven() ? null : new LineCommands(
            await(commands, "wait in line fenced", waiting, fence(rule, NodeCommand.FENCING_TOKEN),
                NodeCommand.LINE, NodeCommand.TICKETS, NodeCommand.FENCE),
            pass(commands, "pass fenced", waiting, fence(rule, NodeCommand.NEXT_TOKEN),
                (call) -> call.number(NodeCommand.FENCING_TOKEN), NodeCommand.LINE, NodeCommand.TICKETS,
                NodeCommand.FENCE));
    }

    private static Consumer<CommandTemplate.Builder> fence(final FenceRule rule, final int token)
    {
        return (call) ->
            call.literal(Long.toString(rule.ttlMs()), Long.toString(rule.windowUs())).number(token);
    }

    private static NodeCommand await(final CommandList commands, final String name, final WaitRule waiting,
        final Consumer<CommandTemplate.Builder> fence, final String... moreKeys)
    {
        return commands.script(OperationKind.WAIT, name, "wait", (call) ->
        {
            line(call, waiting);
            fence.accept(call);
            call.number(NodeCommand.TTL).number(NodeCommand.SINCE).number(NodeCommand.DRAWN_MS)
                .number(NodeCommand.TAKE).literal(HEARS, waiting.name()).answersTime()
                .answersNumbers(ReplyFacts.PLACE);
        }, moreKeys);
    }

    private static NodeCommand pass(final CommandList commands, final String name, final WaitRule waiting,
        final Consumer<CommandTemplate.Builder> fence, final Consumer<CommandTemplate.Builder> highest,
        final String... moreKeys)
    {
        return commands.script(OperationKind.PASS, name, "pass", (call) ->
        {
            line(call, waiting);
            fence.accept(call);
            highest.accept(call.number(NodeCommand.GIVE));
            // What a node must have to give the lock to anybody; it is released all the same.
            (commands.hasMarker() ? call.bytes(NodeCommand.MARKER) : call.literal(NO_MARKER))
                .answersNumbers(ReplyFacts.PASSED);
        }, moreKeys);
    }

    /*
     * What both scripts begin with.
     */
    private static void line(final CommandTemplate.Builder call, final WaitRule waiting)
    {
        call.literal(Long.toString(WaitRule.LIFE_MS), Long.toString(WaitRule.LEFT_MS),
            Long.toString(WaitRule.MOST_MS), waiting.mailboxes());
    }
}
