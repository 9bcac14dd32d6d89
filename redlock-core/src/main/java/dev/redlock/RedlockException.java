// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;

import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.Client;
import dev.redlock.spi.Printable;

/**
 * The set-up or the use of the library is wrong, or a required lock was not obtained. Methods that return an
 * {@link dev.redlock.outcome.Outcome} never throw it. The message says what to do next.
 */
public final class RedlockException extends RuntimeException
{
    /**
     * The kind of remedy.
     */
    public enum Category
    {
        /**
         * Change the configuration: a retry cannot help.
         */
        CONFIGURATION,

        /**
         * Look at the nodes; a later retry may help.
         */
        NODES,

        /**
         * Somebody else holds the lock, or the time was over and no node is to blame; a later retry may help.
         */
        CONTENTION,

        /**
         * This client has reached a limit, or is closed.
         */
        CLIENT
    }

    private static final long serialVersionUID = 1L;

    private final Category category;
    private final Outcome outcome;
    private final transient List<NodeVote> votes;

    /**
     * An exception with advice.
     *
     * @param category what can be done about it.
     * @param message  what happened, and what to do next.
     */
    public RedlockException(final Category category, final String message)
    {
        this(category, message, null, List.of());
    }

    private RedlockException(
        final Category category, final String message, final Outcome outcome, final List<NodeVote> votes)
    {
        super(message);
        this.category = category;
        this.outcome = outcome;
        this.votes = votes;
    }

    static RedlockException notObtained(
        final String key, final Outcome outcome, final List<NodeVote> votes, final Client client)
    {
        final Diagnosis diagnosis = new Diagnosis(outcome, votes, client);

        return new RedlockException(diagnosis.category(),
            "lock '" + Printable.of(key) + "' was not obtained: " + outcome + "; " +
                diagnosis.advice() + "; nodes: " + votes, outcome, List.copyOf(votes));
    }

    static RedlockException closed(final String key)
    {
        return new RedlockException(Category.CLIENT, "lock '" + Printable.of(key) +
            "' was not obtained: CLOSED; the client is closed: build another", Outcome.CLOSED, List.of());
    }

    /**
     * The kind of remedy.
     *
     * @return the category.
     */
    public Category category()
    {
        return category;
    }

    /**
     * How the acquisition ended.
     *
     * @return null if there was no acquisition.
     */
    public Outcome outcome()
    {
        return outcome;
    }

    /**
     * How the nodes voted in the last attempt, by index.
     *
     * @return immutable; empty if there was no acquisition, or after serialisation.
     */
    public List<NodeVote> votes()
    {
        return votes == null ? List.of() : votes;
    }
}
