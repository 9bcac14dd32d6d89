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
 * What must hold, whatever happens. Fencing will bring I2.
 */
public enum Invariant
{
    /**
     * Exclusion: at no true time do two clients both believe to hold one key.
     */
    I1,

    /**
     * Continuity: a successful extension means that nobody else has acquired the key since the holder did,
     * and no extension creates a key.
     */
    I3,

    /**
     * No inflated validity: what a client believes, a quorum of nodes has promised; and no promise is
     * shortened.
     */
    I4,

    /**
     * No ghosts, in plain mode: nothing but releases is sent with a token once it was let go, and a SET that
     * is executed after its release is never counted as a vote and dies within its time to live.
     */
    I5,

    /**
     * Liveness: when a quorum is well again, whoever waits gets the lock; nothing stays behind, neither on
     * the nodes nor in the clients.
     */
    I6
}
