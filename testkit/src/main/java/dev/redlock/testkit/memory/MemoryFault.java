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
package dev.redlock.testkit.memory;

/**
 * What chance may do to a network. Each strikes one node, or the path between one client and one node, drawn
 * anew every time.
 */
public enum MemoryFault
{
    /**
     * The connection is cut; what is under way is lost.
     */
    CUT,

    /**
     * Nothing passes for a while, either way; then everything does.
     */
    PARTITION,

    /**
     * Nothing passes for a while in one direction.
     */
    ONE_WAY_PARTITION,

    /**
     * The client loses its connection, and what it had sent arrives when it has long come back on another.
     */
    LATE_BYTES,

    /**
     * A command is executed, and the connection is cut before its reply gets anywhere.
     */
    LOST_REPLY,

    /**
     * The node stands still for a while.
     */
    CLOG,

    /**
     * The process dies and comes back after a while with all its keys.
     */
    CRASH,

    /**
     * The process dies and comes back without any keys, no earlier than after the given time. Harmless only
     * if that is at least the longest time to live in use.
     */
    AMNESIA,

    /**
     * The script cache is emptied.
     */
    SCRIPT_FLUSH,

    /**
     * The node answers every command with {@code LOADING} for a while.
     */
    REFUSAL,

    /**
     * The node's wall clock is set, ahead or back. Beyond what locks are safe against.
     */
    CLOCK_STEP,

    /**
     * The node's wall clock stands still for a while: its keys do not expire.
     */
    FROZEN_CLOCK
}
