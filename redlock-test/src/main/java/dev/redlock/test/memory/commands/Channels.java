// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.commands;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.redlock.spi.Answer;

/**
 * Who hears which channel of a node. No patterns.
 */
public final class Channels
{
    /**
     * The other end of a connection.
     */
    public interface Hearer
    {
        /**
         * A message is on its way before the reply to the command that told it.
         *
         * @param message to tell.
         */
        void message(byte[] message);
    }

    private final Map<String, Set<Hearer>> hearers = new HashMap<>();
    private Hearer present;

    /**
     * Nobody hears anything.
     *
     * @param commands of the node, which learn some more.
     */
    public Channels(final NodeCommands commands)
    {
        commands.add("SUBSCRIBE", 2, this::subscribe);
        commands.add("PUBLISH", 3, this::publish);
        commands.add("PUBSUB", 3, this::count);
    }

    /**
     * Who sends the next command.
     *
     * @param sender null if its connection has ended.
     */
    public void present(final Hearer sender)
    {
        present = sender;
    }

    /**
     * A connection has ended.
     *
     * @param ended no longer hears anything.
     */
    public void leave(final Hearer ended)
    {
        hearers.values().forEach((all) -> all.remove(ended));
    }

    /**
     * All connections have ended.
     */
    public void clear()
    {
        hearers.clear();
    }

    private NodeReply subscribe(final ReceivedCommand command)
    {
        final Set<Hearer> all = hearers.computeIfAbsent(command.key(1), (any) -> new LinkedHashSet<>());
        if (present != null)
        {
            all.add(present);
        }
        final long count = hearers.values().stream().filter((others) -> others.contains(present)).count();

        return NodeReply.list(List.of(
            NodeReply.text("subscribe").answer(), Answer.text(command.bytes(1)), Answer.number(count)));
    }

    private NodeReply publish(final ReceivedCommand command)
    {
        final List<Hearer> all = List.copyOf(heardBy(command.key(1)));
        all.forEach((hearer) -> hearer.message(command.bytes(2).clone()));

        return NodeReply.number(all.size());
    }

    private NodeReply count(final ReceivedCommand command)
    {
        if (!command.isWord(1, "NUMSUB"))
        {
            throw new NodeError("ERR unknown subcommand '" + command.text(1) + "'. Try PUBSUB HELP.");
        }

        return NodeReply.list(List.of(
            Answer.text(command.bytes(2)), Answer.number(heardBy(command.key(2)).size())));
    }

    private Set<Hearer> heardBy(final String channel)
    {
        return hearers.getOrDefault(channel, Collections.emptySet());
    }
}
