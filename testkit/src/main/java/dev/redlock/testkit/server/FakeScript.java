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
package dev.redlock.testkit.server;

/**
 * What a {@link FakeNode} does when a command comes.
 */
@FunctionalInterface
public interface FakeScript
{
    /**
     * Decides on the answer.
     * <p>
     * Called for one command at a time, whatever the number of connections, in the order in which each
     * connection sent them; a script may keep its state in plain fields. While it runs, the node answers
     * nobody. An exception resets the connection and is thrown again by {@link FakeNode#close()}.
     *
     * @param command that has come.
     * @return what to answer, never null.
     */
    FakeReply answer(FakeCommand command);
}
