// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

/**
 * What a reply answers, taken from the operations in flight. Contains only numbers; one object serves all
 * replies, as inputs never nest.
 */
final class Asked
{
    int nodeIndex;
    int attemptIndex;
    int round;

    /*
     * When a vote that this operation brings ends; for one that belongs to no attempt its mark.
     */
    long untilNs;
    long sentNs;
    private int kind;

    /**
     * Loads an operation.
     *
     * @return false if no operation in flight has the id.
     */
    boolean take(final Node node, final long correlationId)
    {
        return take(node.inFlight, node.index, correlationId);
    }

    boolean take(final InFlight inFlight, final int askedIndex, final long correlationId)
    {
        final int slot = inFlight.find(correlationId);
        if (slot == InFlight.NOT_FOUND)
        {
            return false;
        }

        nodeIndex = askedIndex;
        kind = inFlight.kind(slot).ordinal();
        attemptIndex = inFlight.attempt(slot);
        round = inFlight.round(slot);
        untilNs = inFlight.untilNs(slot);
        sentNs = inFlight.sentNs(slot);
        inFlight.remove(slot);

        return true;
    }

    OperationKind kind()
    {
        return OperationKind.of(kind);
    }
}
