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
package dev.redlock.testkit.simulation;

/**
 * Two holds of one key at the same time: what a lock exists to prevent.
 *
 * @param first  the hold that began earlier.
 * @param second the hold that began while the first lasted.
 */
public record Overlap(Hold first, Hold second)
{
    /**
     * The first instant with two holders.
     *
     * @return on the time line of the holds.
     */
    public long atNs()
    {
        return Math.max(first.heldFromNs(), second.heldFromNs());
    }

    @Override
    public String toString()
    {
        return second.key() + " has two holders at " + atNs() + " ns: " + first + ", " + second;
    }
}
