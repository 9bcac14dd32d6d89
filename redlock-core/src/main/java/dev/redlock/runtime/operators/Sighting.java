// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import dev.redlock.outcome.KeyState;
import dev.redlock.runtime.tokens.OwnerTag;

/**
 * What was seen of a key on one node, and the owner token behind it, which is a secret: it is the right to
 * release the lock.
 */
public final class Sighting
{
    /**
     * The time to live of a key that has none.
     */
    public static final long ENDLESS = -1;

    final byte[] token;
    private final String node;
    private final KeyState state;
    private final long ttlMs;
    private final String detail;

    private Sighting(
        final String node, final KeyState state, final byte[] token, final long ttlMs, final String detail)
    {
        this.node = node;
        this.state = state;
        this.token = token;
        this.ttlMs = ttlMs;
        this.detail = detail;
    }

    static Sighting of(final String node, final KeyState state, final String detail)
    {
        return new Sighting(node, state, new byte[0], 0, detail);
    }

    static Sighting held(final String node, final byte[] token, final long ttlMs)
    {
        return new Sighting(node, KeyState.HELD, token, ttlMs, "");
    }

    /**
     * The node, for people.
     *
     * @return its name.
     */
    public String node()
    {
        return node;
    }

    /**
     * What was seen.
     *
     * @return never null.
     */
    public KeyState state()
    {
        return state;
    }

    /**
     * Time to live of a held key.
     *
     * @return milliseconds, or {@link #ENDLESS}; 0 in other states.
     */
    public long ttlMs()
    {
        return ttlMs;
    }

    /**
     * The type of a key that is no lock, or why nothing is known.
     *
     * @return empty in other states.
     */
    public String detail()
    {
        return detail;
    }

    /**
     * The beginning of the tag of the owner. Enough to tell holders apart, and useless for a
     * release in their place.
     *
     * @return hexadecimal; empty if the key is not held.
     */
    public String fingerprint()
    {
        return state == KeyState.HELD ? OwnerTag.shown(OwnerTag.of(token)) : "";
    }

    @Override
    public String toString()
    {
        return node + " " + state + " " + fingerprint() + detail;
    }
}
