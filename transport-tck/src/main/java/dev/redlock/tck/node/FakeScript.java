// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.node;

/**
 * What a {@link FakeNode} does when a command comes.
 */
@FunctionalInterface
public interface FakeScript
{
    /**
     * Decides on the answer.
     * <p>
     * Called for one command at a time over all connections, in the order of each connection; a script may
     * keep its state in plain fields. While it runs, the node does not answer. An exception resets the
     * connection and is thrown again by {@link FakeNode#close()}.
     *
     * @param command that has come.
     * @return what to answer, never null.
     */
    FakeReply answer(FakeCommand command);
}
