// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import org.jspecify.annotations.Nullable;

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
     * @param connection that it came on.
     * @param answer     the answer, or null if the connection ended first.
     */
    void onAnswer(Connection connection, @Nullable Answer answer);
}
