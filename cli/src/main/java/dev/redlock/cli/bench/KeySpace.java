// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;

/**
 * The keys of one run and their users: holder h of H takes keys h, h + H, h + 2H and so on in turn; with
 * fewer keys than holders, they share.
 */
final class KeySpace
{
    private final String prefix =
        "redlock-bench:" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()) + ":";
    private final BenchSettings settings;

    KeySpace(final BenchSettings settings)
    {
        this.settings = settings;
    }

    /**
     * The handles of one holder.
     *
     * @param redlock  that the holder uses.
     * @param holder   index among all holders of the run.
     * @param listener of all these handles.
     */
    LockHandle[] handles(final Redlock redlock, final int holder, final LockListener listener)
    {
        final LockOptions options = settings.client().locks();
        final int holders = settings.holders();
        final int keys = settings.keys();
        final int first = holder % keys;
        final int count = keys <= holders ? 1 : (keys - first + holders - 1) / holders;
        final LockHandle[] handles = new LockHandle[count];
        for (int i = 0; i < count; i++)
        {
            handles[i] = redlock.handle(prefix + (first + i * holders), options, listener);
        }

        return handles;
    }
}
