// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

/**
 * As many handles are open as the client may have.
 */
public final class HandleLimitException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    HandleLimitException(final int maxHandles)
    {
        super("there are " + maxHandles + " open handles, which is the limit: close unused ones, reuse " +
            "them, or raise RedlockBuilder.maxHandles");
    }
}
