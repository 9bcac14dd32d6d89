// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

/**
 * How claims wait for a lock that another client holds: each with a ticket in line at the nodes, of whom the
 * release wakes the first, or by trying again.
 *
 * @param mailboxes what the names of the channels begin with on which nodes wake clients; empty if all try
 *                  again.
 * @param name      of this client, in its tickets, for people who look at a line.
 */
public record WaitRule(String mailboxes, String name)
{
    /**
     * All try again.
     */
    public static final WaitRule NONE = new WaitRule("", "");

    /**
     * What follows the prefix of a client in the names of channels.
     */
    public static final String MAILBOXES = "mail:";

    /**
     * The first bytes of each owner token of a client, and the last of its channel.
     */
    public static final int MAILBOX_BYTES = 4;

    /**
     * The longest name of a channel that a transport subscribes to.
     */
    public static final int MOST_CHANNEL_BYTES = 64;

    /**
     * Length of an owner token.
     */
    public static final int TOKEN_BYTES = MAILBOX_BYTES + 16;

    /**
     * How often a ticket is renewed, in nanoseconds.
     */
    public static final long RENEWAL_NS = 500_000_000;

    /**
     * How long, in milliseconds, a ticket lives without that: a renewal may be late, or lost, once.
     */
    public static final long LIFE_MS = 1_100;

    /**
     * How much longer, in milliseconds, a key that is given lives than its ticket is old: what is left of the
     * vote, to hear of it and to answer.
     */
    public static final long LEFT_MS = 600;

    /**
     * The longest, in milliseconds, that such a key lives from when it is given, and that a renewal asks for:
     * so long a client that stands still keeps the others waiting.
     */
    public static final long MOST_MS = 1_100;

    /**
     * Whether claims wait in line.
     *
     * @return false for {@link #NONE}.
     */
    public boolean isGiven()
    {
        return !mailboxes.isEmpty();
    }
}
