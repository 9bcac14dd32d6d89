// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import dev.redlock.cli.common.Texts;

/**
 * What one node says about a key.
 *
 * @param node   for people.
 * @param state  what was seen.
 * @param token  the owner token of a lock, a secret; null in other states.
 * @param ttlMs  remaining time to live; {@link #NEVER} if the key does not expire.
 * @param detail the type of a foreign key, or why nothing is known.
 */
record Sighting(String node, State state, byte[] token, long ttlMs, String detail)
{
    /**
     * The time to live of a key that has none.
     */
    static final long NEVER = -1;

    /**
     * The states.
     */
    enum State
    {
        /**
         * The key is not there.
         */
        FREE,

        /**
         * The key is there, as a lock would be.
         */
        HELD,

        /**
         * The key is there, but no lock has that type.
         */
        FOREIGN,

        /**
         * The node did not say.
         */
        UNKNOWN
    }

    static Sighting free(final String node)
    {
        return new Sighting(node, State.FREE, null, 0, "");
    }

    static Sighting held(final String node, final byte[] token, final long ttlMs)
    {
        return new Sighting(node, State.HELD, token, ttlMs, "");
    }

    static Sighting foreign(final String node, final String type)
    {
        return new Sighting(node, State.FOREIGN, null, 0, type);
    }

    static Sighting unknown(final String node, final String why)
    {
        return new Sighting(node, State.UNKNOWN, null, 0, why);
    }

    String holder()
    {
        return Holder.of(token);
    }

    String ttl()
    {
        return ttlMs == NEVER ? "never ends" : Texts.format("%.1f s", ttlMs / 1000.0);
    }

    @Override
    public String toString()
    {
        return node + " " + state + (state == State.HELD ? " by " + holder() : "");
    }
}
