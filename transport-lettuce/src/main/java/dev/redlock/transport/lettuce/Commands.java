// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.List;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.transport.resp.CommandFrame;

/**
 * All that never changes of the commands of a transport. Immutable.
 */
final class Commands
{
    private final CommandFrame[] frames;
    private final Keyword[] keywords;

    Commands(final List<CommandTemplate> templates)
    {
        frames = templates.stream().map(CommandFrame::of).toArray(CommandFrame[]::new);
        keywords = templates.stream().map(Keyword::of).toArray(Keyword[]::new);
    }

    CommandFrame frame(final CommandTemplate template)
    {
        final int id = template.id();
        if (id < frames.length && frames[id].template() == template)
        {
            return frames[id];
        }

        throw new IllegalArgumentException("command " + template + " is not among the templates with which " +
            "this transport was opened: put it into TransportContext.templates");
    }

    Keyword keyword(final CommandTemplate template)
    {
        return keywords[template.id()];
    }
}
