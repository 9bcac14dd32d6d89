// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.time.Duration;

import dev.redlock.outcome.KeyState;
import dev.redlock.runtime.operators.Sighting;

/**
 * What one node says about the key of a lock.
 *
 * @param node      for people.
 * @param state     what was seen.
 * @param holder    which of the holders it is, if the key is held: the beginning of {@link Lease#tag()}, the
 *                  same on all nodes. Useless for a release in its place. Otherwise empty.
 * @param remaining time to live, if the key is held; {@link #ENDLESS} for a key that does not expire, as no
 *                  lock of this library is. Otherwise zero.
 * @param detail    the type of a key that is no lock, or why nothing is known. Otherwise empty.
 */
public record KeyOnNode(String node, KeyState state, String holder, Duration remaining, String detail)
{
    /**
     * The time to live of a key that has none.
     */
    public static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

    static KeyOnNode of(final Sighting sighting)
    {
        final long ttlMs = sighting.ttlMs();

        return new KeyOnNode(sighting.node(), sighting.state(), sighting.fingerprint(),
            ttlMs == Sighting.ENDLESS ? ENDLESS : Duration.ofMillis(ttlMs), sighting.detail());
    }
}
