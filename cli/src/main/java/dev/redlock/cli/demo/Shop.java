// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.util.concurrent.atomic.LongAdder;

/**
 * What all sellers share.
 *
 * @param inventory what they sell.
 * @param checker   watches them.
 * @param passes    times that one of them was alone with an item, or believed to be.
 */
record Shop(DemoInventory inventory, HolderChecker checker, LongAdder passes)
{
    static Shop of(final int items, final long stockPerItem)
    {
        return new Shop(new DemoInventory(items, stockPerItem),
            new HolderChecker(items, System::nanoTime), new LongAdder());
    }
}
