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
package dev.redlock.spi;

/**
 * A question to one node off the hot path, such as an operator's.
 */
public interface Inquiry
{
    /**
     * The command.
     *
     * @return its arguments; the first is the command's name.
     */
    byte[][] command();

    /**
     * The node's answer; called exactly once on the engine thread.
     *
     * @param nodeIndex of the node.
     * @param answer    the answer, or null when the connection ended first.
     */
    void onAnswer(int nodeIndex, Answer answer);
}
