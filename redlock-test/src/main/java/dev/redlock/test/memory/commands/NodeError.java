// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.commands;

/**
 * An error that ends a command.
 */
public final class NodeError extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    public NodeError(final String text)
    {
        super(text, null, false, false);
    }
}
