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
package dev.redlock.outcome;

/**
 * How a node stands with this client, as last seen. Immutable.
 *
 * @param node     its address, without secrets.
 * @param state    whether it may vote.
 * @param isConfigurationError whether connecting again cannot help without a change of configuration.
 * @param detail   for people: why it is not up, or warnings while it is.
 */
public record NodeStatus(String node, State state, boolean isConfigurationError, String detail)
{
    /**
     * The states.
     */
    public enum State
    {
        /**
         * The first attempt to connect has not ended yet.
         */
        UNKNOWN,

        /**
         * It may vote.
         */
        UP,

        /**
         * No connection; one is tried again and again.
         */
        DOWN,

        /**
         * It answers, but must not vote; see the detail.
         */
        REFUSED
    }

    @Override
    public String toString()
    {
        return node + " " + state + (detail.isEmpty() ? "" : ": " + detail);
    }
}
