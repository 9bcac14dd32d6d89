// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import dev.redlock.RedlockEvents;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.text.Printable;

/**
 * Tells on standard error what happens, when that is wanted. Commands look at the results themselves, so
 * nothing is lost when it is not.
 */
record VerboseNews(boolean isVerbose) implements RedlockEvents
{
    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        if (isVerbose)
        {
            System.err.println("redlock: node " + status);
        }
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        if (isVerbose)
        {
            System.err.println("redlock: lease of '" + Printable.of(key) + "' lost: " + reason);
        }
    }

    @Override
    public void onError(final Throwable error)
    {
        System.err.println("redlock: unexpected: " + error);
        if (isVerbose)
        {
            error.printStackTrace();
        }
    }
}
