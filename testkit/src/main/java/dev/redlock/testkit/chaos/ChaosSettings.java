/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.testkit.chaos;

import java.time.Duration;

import dev.redlock.testkit.faults.TransportChoice;

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

    /**
     * Checks the length.
     */
    public ChaosSettings
    {
        if (length.compareTo(SHORTEST) < 0)
        {
            throw new IllegalArgumentException(
                "the length is " + length + " but must be at least " + SHORTEST);
        }
    }
}
