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
package dev.redlock.engine;

/**
 * A bounded first-in, first-out ring of attempts. Sized for all attempts of an engine and given each at most
 * once, it can never be full.
 */
final class AttemptRing
{
    private final Attempt[] ring;
    private int head;
    private int size;

    AttemptRing(final int capacity)
    {
        ring = new Attempt[capacity];
    }

    int size()
    {
        return size;
    }

    void add(final Attempt attempt)
    {
        ring[(head + size) % ring.length] = attempt;
        size++;
    }

    Attempt poll()
    {
        final Attempt attempt = ring[head];
        ring[head] = null;
        head = (head + 1) % ring.length;
        size--;

        return attempt;
    }
}
