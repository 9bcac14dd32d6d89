// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.port;

import dev.redlock.outcome.Suspicion;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;

/**
 * News of the nodes from the engine, off the hot path. Called on the engine thread; must not call the engine.
 * What the judgements of answers throw is an objection, too.
 */
public interface NodeEvents
{
    /**
     * Begins what is said of a node that did not come up in time although it answers.
     */
    String ANSWERS = "answers, but only ";

    /**
     * Begins what is said of a node that is up, and whose votes do not count until its clock was compared
     * with those of a majority. That may never come.
     */
    String CLOCK_DOUBTED = "does not vote yet, as its clock is more than a second from another node's";

    /**
     * Nobody listens.
     */
    NodeEvents NONE = new NodeEvents()
    {
    };

    /**
     * A node may vote.
     *
     * @param nodeIndex of the node.
     * @param restarted whether it is another incarnation than the one seen before.
     */
    default void onNodeUp(final int nodeIndex, final boolean restarted)
    {
    }

    /**
     * A node may no longer vote, or still not.
     *
     * @param nodeIndex of the node.
     * @param reason    kind of end.
     * @param detail    for people.
     */
    default void onNodeDown(final int nodeIndex, final DownReason reason, final String detail)
    {
    }

    /**
     * A voting node was asked for its marker, and has the one that it must have.
     *
     * @param nodeIndex of the node.
     * @param sentNs    local monotonic time before it was asked.
     */
    default void onMarkerKept(final int nodeIndex, final long sentNs)
    {
    }

    /**
     * A voting node needs a person's attention, or no longer does.
     *
     * @param nodeIndex of the node.
     * @param trouble   what for; other kinds go on.
     * @param detail    readable; empty when it is over.
     */
    default void onNodeTrouble(final int nodeIndex, final Trouble trouble, final String detail)
    {
    }

    /**
     * A node that is up or about to come up may have forgotten locks: its grants do not count for a while.
     * What it had granted to this client is dropped. It is told again, with a later end, as long as
     * the reason goes on.
     *
     * @param nodeIndex of the node.
     * @param suspicion what it is suspected of.
     * @param untilNs   instant of the monotonic clock at which its grants begin to count.
     */
    default void onNodeQuarantined(final int nodeIndex, final Suspicion suspicion, final long untilNs)
    {
    }

    /**
     * The quarantine of a node is over: its grants count again while it is up.
     *
     * @param nodeIndex of the node.
     */
    default void onNodeQuarantineOver(final int nodeIndex)
    {
    }

    /**
     * A node that is up has told of its role and of the history of its data.
     *
     * @param nodeIndex of the node.
     * @param reply     the text of {@code INFO replication}, valid during this call only.
     * @return null if it is what it was when it was admitted; otherwise why not, for people: then what it had
     *         granted is worth nothing, and its connection ends.
     */
    default String objectionTo(final int nodeIndex, final Reply reply)
    {
        return null;
    }

    /**
     * A node that is up has told of its memory.
     *
     * @param nodeIndex of the node.
     * @param reply     the text of {@code INFO memory}, valid during this call only.
     * @return null if it may keep its votes; otherwise why not, for people: then what it had granted is worth
     *         nothing, and its connection ends.
     */
    default String objectionToMemory(final int nodeIndex, final Reply reply)
    {
        return null;
    }

    /**
     * A node has not come up in time.
     *
     * @param nodeIndex of the node.
     * @return how far its dialogue came, such as {@code 12 of 18 questions}; null if it has answered nothing.
     */
    default String progressOf(final int nodeIndex)
    {
        return null;
    }

    /**
     * A node that is up lacks a script.
     *
     * @param nodeIndex of the node.
     * @return null if it takes the text instead; otherwise why not, for people: then its connection ends, as
     *         the next one brings the scripts.
     */
    default String objectionToLackOfScript(final int nodeIndex)
    {
        return null;
    }
}
