// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import dev.redlock.engine.claim.Round;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.engine.wire.OperationKind;

/**
 * What a reply answers, taken from the operations in flight. One object serves all replies, as inputs
 * never nest.
 */
public final class OpenQuestion
{
    public int nodeIndex;
    public InFlight.Asker asker;
    public int attemptIndex;
    public int round;

    /*
     * When a vote that this operation brings ends; for one that belongs to no attempt its mark.
     */
    public long untilNs;
    public long sentNs;
    private NodeCommand command;

    /**
     * Loads an operation.
     *
     * @return false if no operation in flight has the id.
     */
    public boolean take(
        final Commands commands, final InFlight inFlight, final int askedIndex, final long correlationId)
    {
        final int slot = inFlight.find(correlationId);
        if (slot == InFlight.NOT_FOUND)
        {
            return false;
        }

        nodeIndex = askedIndex;
        asker = inFlight.asker(slot);
        command = commands.at(inFlight.command(slot));
        attemptIndex = inFlight.attempt(slot);
        round = inFlight.round(slot);
        untilNs = inFlight.untilNs(slot);
        sentNs = inFlight.sentNs(slot);
        inFlight.remove(slot);

        return true;
    }

    /**
     * The vote that it brings ends earlier.
     */
    public void shorten(final long byNs)
    {
        untilNs -= byNs;
    }

    public NodeCommand command()
    {
        return command;
    }

    public OperationKind kind()
    {
        return command.kind();
    }

    /**
     * Whether it was asked by a round, and by that one.
     */
    public boolean isOf(final Round aRound)
    {
        return asker == InFlight.Asker.ROUND && round == aRound.number;
    }
}
