// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;

import dev.redlock.client.tck.choice.TransportChoice;

/**
 * What to run.
 *
 * @param length    of the load.
 * @param seed      of the schedule of faults and of what the workers draw.
 * @param transport of all clients.
 * @param planted   what is to be wrong on purpose.
 */
public record ChaosSettings(Duration length, long seed, TransportChoice transport, PlantedFault planted)
{
    /**
     * Below this there is no room for each class of fault to end.
     */
    public static final Duration SHORTEST = Duration.ofSeconds(5);
}
