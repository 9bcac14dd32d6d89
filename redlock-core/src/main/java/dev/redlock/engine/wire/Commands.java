// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Script;

/**
 * Everything that an engine says to nodes: the commands of each {@link Primitive}, and those that
 * belong to no lock. Each says which replies it can have. The owner token is byte slot {@link
 * Operation#TOKEN}, the time to live in milliseconds is number slot {@link NodeCommand#TTL}.
 */
public final class Commands
{
    private final Map<OperationKind, NodeCommand> common = new EnumMap<>(OperationKind.class);
    private final CommandList list;
    private final int beats;
    private final Primitive plain;
    private final Primitive fenced;

    /**
     * Builds the commands.
     *
     * @param scripts   named release, extend, fence, unfence and acquire; extend may also shorten the life of
     *                  a key, with one more argument; with lines also wait and pass. With a marker also
     *                  those that acquire, extend, fence and wait with "marked-" before their names, which
     *                  take its key and what it must be behind their other keys and arguments.
     * @param config    of the engine: how long fences are kept, which fencing tokens are plausible, how a
     *                  node confirms that a vote is durable.
     * @param markerKey of the marker that acquisitions and extensions must find, and heartbeats ask for; null
     *                  for none. Whatever it is, a release releases.
     */
    public Commands(final List<Script> scripts, final EngineConfig config, final String markerKey)
    {
        list = new CommandList(scripts, markerKey);
        final WaitRule waiting = config.waiting();
        plain = new PlainLock(list, list.hasMarker() || config.drift().isMeasured(), waiting);
        fenced = new FencedLock(list, config.fence(), config.drift(), waiting);

        addCommon(OperationKind.PING, "ping", (ping) ->
            ping.literal("PING").number(NodeCommand.NONCE).answers(Reply.Kind.TEXT));
        addCommon(OperationKind.TIME, "time", (time) -> time.literal("TIME").answersNumbers(2));
        addCommon(OperationKind.REPLICATION, "replication", (info) ->
            info.literal("INFO", "replication").answers(Reply.Kind.TEXT));
        addCommon(OperationKind.MEMORY, "memory", (info) ->
            info.literal("INFO", "memory").answers(Reply.Kind.TEXT));
        if (markerKey != null)
        {
            addCommon(OperationKind.MARKER, "marker", (get) ->
                get.literal("GET", markerKey).answers(Reply.Kind.TEXT, Reply.Kind.NIL));
        }
        beats = common.size();

        final DurabilityRule rule = config.durability();
        addCommon(OperationKind.BARRIER, "barrier", (write) ->
            write.literal(rule.barrierCommand()).answersNumbers(1));
        addCommon(OperationKind.BARRIER_ANEW, "barrier anew", (write) ->
            write.literal(rule.barrierAnew()).answers(Reply.Kind.OK));
        addCommon(OperationKind.CONFIRM, "confirmation", (wait) ->
            wait.literal(rule.confirmation()).answersNumbers(rule.answers()));
    }

    private void addCommon(
        final OperationKind kind, final String name, final Consumer<CommandTemplate.Builder> words)
    {
        common.put(kind, list.own(kind, name, words));
    }

    /**
     * All templates, for {@link dev.redlock.spi.TransportContext}.
     *
     * @return immutable, each at the place of its id.
     */
    public List<CommandTemplate> all()
    {
        return list.templates();
    }

    /**
     * The command with an id.
     */
    public NodeCommand at(final int id)
    {
        return list.at(id);
    }

    /**
     * The command of a kind that belongs to no lock: a part of a heartbeat, or about durability.
     */
    public NodeCommand of(final OperationKind kind)
    {
        return common.get(kind);
    }

    /**
     * How many commands a heartbeat has at most.
     */
    public int beats()
    {
        return beats;
    }

    /**
     * What such locks are on a node.
     */
    public Primitive primitive(final ClaimOptions options)
    {
        return options.isFenced() ? fenced : plain;
    }
}
