// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import dev.redlock.news.HandleListener;

/**
 * Hears what happens to one handle, directly on the engine thread. From here, call only methods that do not
 * wait; others throw {@link IllegalStateException}. Exceptions of an implementation are counted and reported,
 * and do the lock no harm. After the client has ended, the caller's thread makes the last calls.
 */
public interface LockListener extends HandleListener<LockHandle>
{
    /**
     * Hears nothing.
     */
    LockListener NONE = new LockListener()
    {
    };
}
