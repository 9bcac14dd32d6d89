// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

/**
 * When the load begins, and which part of it is recorded. Instants of the monotonic clock, fixed before the
 * load begins and the same for all threads.
 *
 * @param startNs of the load.
 * @param fromNs  of what is recorded.
 * @param toNs    end of the load and of what is recorded.
 */
record Window(long startNs, long fromNs, long toNs)
{
    static Window of(final long startNs, final BenchSettings settings)
    {
        final long fromNs = startNs + settings.warmup().toNanos();

        return new Window(startNs, fromNs, fromNs + settings.measured().toNanos());
    }

    boolean contains(final long instantNs)
    {
        return instantNs - fromNs >= 0 && instantNs - toNs < 0;
    }

    boolean isOver(final long nowNs)
    {
        return nowNs - toNs >= 0;
    }
}
