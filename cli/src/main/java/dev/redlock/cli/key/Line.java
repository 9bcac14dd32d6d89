// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.LockHolder;
import dev.redlock.LockLine;
import dev.redlock.LockLine.Part;
import dev.redlock.LockLine.Waiter;
import dev.redlock.cli.output.Prose;
import dev.redlock.cli.output.Table;
import dev.redlock.outcome.KeyState;
import dev.redlock.text.Printable;

/**
 * Who waits in line for a lock, in words.
 */
final class Line
{
    private static final int MOST_SHOWN = 10;
    private static final int MOST_OF_A_NAME = 40;

    private Line()
    {
    }

    /**
     * The first in line, and which nodes did not tell all.
     *
     * @param lock what the same nodes said of its holder: what that says of a node is not said again.
     * @return lines that fit a terminal; none if nobody waits.
     */
    static List<String> words(final LockLine line, final LockHolder lock)
    {
        final List<String> words = new ArrayList<>();
        if (!line.waiters().isEmpty())
        {
            final int count = line.waiters().size();
            words.add("");
            words.add(Prose.count(count) + (count == 1 ? " waits" : " wait") + " in line for it" +
                (count > MOST_SHOWN ? ", first come first; the first " + MOST_SHOWN + ":" :
                count > 1 ? ", first come first:" : ":"));
            words.addAll(table(line.waiters()));
        }
        words.addAll(unseen(line.nodes(), lock));

        return words;
    }

    private static List<String> table(final List<Waiter> waiters)
    {
        final Table table = new Table(">rank", "name", "waiter", ">waited", ">nodes");
        waiters.stream().limit(MOST_SHOWN).forEach((waiter) -> table.row(Integer.toString(waiter.rank()),
            Printable.of(waiter.name(), MOST_OF_A_NAME), waiter.owner(),
            Prose.format("%.1f s", waiter.waited().toMillis() / 1000.0), Integer.toString(waiter.nodes())));

        return table.lines();
    }

    private static List<String> unseen(final List<Part> nodes, final LockHolder lock)
    {
        final List<String> unseen = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++)
        {
            if (!nodes.get(i).isComplete() && lock.nodes().get(i).state() != KeyState.UNKNOWN)
            {
                unseen.add(nodes.get(i).node() + " (" + Printable.of(nodes.get(i).detail()) + ")");
            }
        }

        return unseen.isEmpty() ? List.of() :
            Prose.wrap("others may wait in line: not all is known of " + String.join(", ", unseen), 2);
    }
}
