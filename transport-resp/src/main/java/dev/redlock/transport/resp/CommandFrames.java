// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import java.util.List;

import dev.redlock.spi.CommandTemplate;

/**
 * The frames of all commands of a transport. Immutable.
 */
public final class CommandFrames
{
    private final CommandFrame[] frames;

    /**
     * Encodes what never changes.
     *
     * @param templates with which the transport was opened, in the order of their ids.
     */
    public CommandFrames(final List<CommandTemplate> templates)
    {
        frames = templates.stream().map(CommandFrame::of).toArray(CommandFrame[]::new);
    }

    /**
     * The frame of a command.
     *
     * @param template of the command.
     * @return its frame.
     */
    public CommandFrame of(final CommandTemplate template)
    {
        final int id = template.id();
        if (id < frames.length && frames[id].template() == template)
        {
            return frames[id];
        }

        throw new IllegalArgumentException("command " + template + " is not among the templates with which " +
            "this transport was opened: put it into TransportContext.templates");
    }
}
