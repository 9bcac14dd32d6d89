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
package dev.redlock.bench.contender;

/**
 * One client of one way to lock, connected. Made by {@link ContenderKind#open(Target)}.
 */
public interface Contender extends AutoCloseable
{
    /**
     * A lock for one thread, which waits.
     *
     * @param key of the lock.
     * @return to be used by the calling thread only.
     */
    Mutex mutex(String key);

    /**
     * Many locks in flight, without a thread for each.
     *
     * @param keys one for each lock in flight.
     * @return the load.
     */
    default Fleet fleet(final String[] keys)
    {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " has no form that does not " +
            "wait: leave it out of the scenarios with many locks in flight");
    }

    @Override
    void close();
}
