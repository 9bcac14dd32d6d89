// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.Redlock;
import dev.redlock.cli.common.Questions;
import dev.redlock.cli.common.Questions.NoAnswer;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.Answer;

/**
 * Looks a key up on every node.
 */
final class KeyReader
{
    private static final byte[] GET = {'G', 'E', 'T'};
    private static final byte[] PTTL = {'P', 'T', 'T', 'L'};
    private static final byte[] TYPE = {'T', 'Y', 'P', 'E'};
    private static final long GONE = -2;

    private final Redlock redlock;
    private final Questions questions;
    private final byte[] key;

    KeyReader(final Redlock redlock, final Questions questions, final String key)
    {
        this.redlock = redlock;
        this.questions = questions;
        this.key = redlock.keyBytes(key);
    }

    List<Sighting> read()
    {
        final List<Sighting> sightings = new ArrayList<>();
        final List<NodeStatus> nodes = redlock.nodes();
        for (int i = 0; i < nodes.size(); i++)
        {
            sightings.add(read(i, nodes.get(i)));
        }

        return sightings;
    }

    /*
     * A node that must not vote, such as a replica, may still answer; its answer does not count.
     */
    private Sighting read(final int nodeIndex, final NodeStatus status)
    {
        return status.state() == NodeStatus.State.UP ? read(nodeIndex, status.node()) :
            Sighting.unknown(status.node(), status.state() + ": " + status.detail());
    }

    private Sighting read(final int nodeIndex, final String node)
    {
        try
        {
            final Answer value = questions.ask(nodeIndex, GET, key);
            if (value.isError())
            {
                return value.text().startsWith("WRONGTYPE") ?
                    Sighting.foreign(node, questions.ask(nodeIndex, TYPE, key).text()) :
                    Sighting.unknown(node, value.text());
            }
            if (value.kind() == Answer.Kind.NIL)
            {
                return Sighting.free(node);
            }

            final long ttlMs = questions.ask(nodeIndex, PTTL, key).number();

            return ttlMs == GONE ? Sighting.free(node) : Sighting.held(node, value.bytes(), ttlMs);
        }
        catch (final NoAnswer ex)
        {
            return Sighting.unknown(node, ex.getMessage());
        }
    }
}
