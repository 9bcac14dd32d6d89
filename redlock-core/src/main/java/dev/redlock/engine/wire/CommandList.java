// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Script;

/**
 * The commands of an engine as they are written, each at the place of its id. Whoever has something to say to
 * nodes adds it here when the engine is made.
 */
final class CommandList
{
    private final List<NodeCommand> all = new ArrayList<>();
    private final List<Script> scripts;
    private final String markerKey;

    CommandList(final List<Script> scripts, final String markerKey)
    {
        this.scripts = scripts;
        this.markerKey = markerKey;
    }

    /**
     * Adds a command of the server's own.
     */
    NodeCommand own(
        final OperationKind kind, final String name, final Consumer<CommandTemplate.Builder> words)
    {
        return add(kind, name, words, false, null);
    }

    /**
     * Adds a script, by its digest and with its text. What may bring a key, or prolong its life, looks at the
     * marker, if nodes must have one. What releases a lock and gives it to another is shown the marker, and
     * has it among its own words.
     *
     * @param words    what follows the keys and the owner token, and the replies.
     * @param moreKeys suffixes of the keys behind that of the lock.
     */
    NodeCommand script(final OperationKind kind, final String name, final String scriptName,
        final Consumer<CommandTemplate.Builder> words, final String... moreKeys)
    {
        final boolean isMarked = hasMarker() && !kind.isRelease();
        final boolean isShownMarker = isMarked || hasMarker() && kind == OperationKind.PASS;
        final Script script = named(isMarked ? "marked-" + scriptName : scriptName);
        final String keys = Integer.toString(moreKeys.length + (isShownMarker ? 2 : 1));
        final Consumer<CommandTemplate.Builder> rest = (call) ->
        {
            List.of(moreKeys).forEach(call.literal(keys).key()::keyWith);
            words.accept((isShownMarker ? call.literal(markerKey) : call).bytes(Operation.TOKEN));
            if (isMarked)
            {
                call.bytes(NodeCommand.MARKER);
            }
        };
        final NodeCommand withText = add(kind, name + " by EVAL",
            (call) -> rest.accept(call.literal("EVAL", script.text())), true, null);

        return add(kind, name + " by EVALSHA",
            (call) -> rest.accept(call.literal("EVALSHA", script.sha1())), true, withText);
    }

    /**
     * Whether nodes must have a marker.
     */
    boolean hasMarker()
    {
        return markerKey != null;
    }

    private NodeCommand add(final OperationKind kind, final String name,
        final Consumer<CommandTemplate.Builder> words, final boolean isScript, final NodeCommand withText)
    {
        final CommandTemplate.Builder draft = CommandTemplate.of(all.size(), name);
        words.accept(draft);
        all.add(new NodeCommand(draft.build(), kind, isScript, withText));

        return all.get(all.size() - 1);
    }

    private Script named(final String name)
    {
        for (final Script script : scripts)
        {
            if (script.name().equals(name))
            {
                return script;
            }
        }

        throw new IllegalArgumentException("there is no script " + name + " among " + scripts);
    }

    List<CommandTemplate> templates()
    {
        final List<CommandTemplate> templates = new ArrayList<>();
        all.forEach((command) -> templates.add(command.template()));

        return List.copyOf(templates);
    }

    NodeCommand at(final int id)
    {
        return all.get(id);
    }
}
