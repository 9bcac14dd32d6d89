// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.scripts;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.redlock.spi.Script;
import dev.redlock.test.memory.commands.NodeCommands;
import dev.redlock.test.memory.commands.NodeError;
import dev.redlock.test.memory.commands.NodeReply;
import dev.redlock.test.memory.commands.ReceivedCommand;

/**
 * The script cache of one node, and its commands. The network knows what each SHA-1 does; the cache says
 * whether the node has the script.
 */
public final class NodeScripts
{
    private final Set<String> cached = new HashSet<>();
    private final Map<String, String> digests;
    private final Map<String, MemoryScript> bodies;
    private final NodeCommands commands;

    /**
     * An empty cache.
     *
     * @param digests  SHA-1 by text; what is missing is added.
     * @param bodies   by SHA-1.
     * @param commands of the node, which learn some more.
     */
    public NodeScripts(final Map<String, String> digests, final Map<String, MemoryScript> bodies,
        final NodeCommands commands)
    {
        this.digests = digests;
        this.bodies = bodies;
        this.commands = commands;
        commands.add("EVAL", 3, this::eval);
        commands.add("EVALSHA", 3, this::evalsha);
        commands.add("SCRIPT", 2, this::script);
    }

    /**
     * Forgets all scripts.
     */
    public void flush()
    {
        cached.clear();
    }

    private NodeReply eval(final ReceivedCommand command)
    {
        final ScriptCall call = new ScriptCall(commands, command);

        return run(cache(command.bytes(1)), call);
    }

    private NodeReply evalsha(final ReceivedCommand command)
    {
        final ScriptCall call = new ScriptCall(commands, command);
        final String sha1 = command.text(1).toLowerCase(Locale.ROOT);
        if (!cached.contains(sha1))
        {
            throw new NodeError("NOSCRIPT No matching script. Please use EVAL.");
        }

        return run(sha1, call);
    }

    private NodeReply script(final ReceivedCommand command)
    {
        if (command.isWord(1, "LOAD") && command.count() == 3)
        {
            return NodeReply.text(cache(command.bytes(2)));
        }
        if (command.isWord(1, "FLUSH"))
        {
            flush();

            return NodeReply.OK;
        }

        throw new NodeError("ERR unknown subcommand '" + command.text(1) + "'. Try SCRIPT HELP.");
    }

    /*
     * The same few texts come again and again, so their digests are remembered for all nodes.
     */
    private String cache(final byte[] bytes)
    {
        final String text = new String(bytes, StandardCharsets.UTF_8);
        final String sha1 = digests.computeIfAbsent(text, (unknown) -> Script.of("", unknown).sha1());
        cached.add(sha1);

        return sha1;
    }

    private NodeReply run(final String sha1, final ScriptCall call)
    {
        final MemoryScript body = bodies.get(sha1);
        if (body == null)
        {
            throw new NodeError("ERR this node knows no Lua and was not taught script " + sha1 +
                "; see MemoryNetwork.teach");
        }

        return NodeReply.of(body.run(call));
    }
}
