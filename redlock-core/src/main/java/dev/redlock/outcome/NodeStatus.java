// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * The state of a node for this client, as last seen. Immutable.
 *
 * @param node     its address, without secrets.
 * @param state    whether it may vote.
 * @param isConfigurationError whether only a change of configuration can help.
 * @param detail   readable: why it is not up, or warnings while it is.
 */
public record NodeStatus(String node, State state, boolean isConfigurationError, String detail)
{
    /**
     * The states.
     */
    public enum State
    {
        /**
         * The first attempt to connect has not ended yet.
         */
        UNKNOWN,

        /**
         * It may vote; unless its clock is to be compared first, which the detail says then.
         */
        UP,

        /**
         * It is connected, and can refuse, but its grants do not count yet: it may have forgotten locks that
         * are still held. The detail says until when, and why.
         */
        QUARANTINED,

        /**
         * No connection; the client keeps trying.
         */
        DOWN,

        /**
         * It answers, but must not vote; see the detail.
         */
        REFUSED
    }

    /**
     * Whether there is a usable connection: questions are answered, even if grants do not count yet.
     *
     * @return true if it is up or in quarantine.
     */
    public boolean isConnected()
    {
        return state == State.UP || state == State.QUARANTINED;
    }

    @Override
    public String toString()
    {
        return node + " " + state + (detail.isEmpty() ? "" : ": " + detail);
    }
}
