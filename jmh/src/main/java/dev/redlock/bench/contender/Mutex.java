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
 * A lock as one thread uses it.
 */
public interface Mutex
{
    /**
     * Acquires, or gives up.
     *
     * @param withinNs the patience; 0 for one attempt.
     * @return true if it is held now.
     * @throws InterruptedException if the thread is interrupted.
     */
    boolean acquire(long withinNs) throws InterruptedException;

    /**
     * Releases what is held, and waits until the release is confirmed.
     *
     * @return true if it was.
     * @throws InterruptedException if the thread is interrupted.
     */
    boolean release() throws InterruptedException;
}
