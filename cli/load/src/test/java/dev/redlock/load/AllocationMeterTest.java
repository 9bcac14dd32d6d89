// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

class AllocationMeterTest
{
    private static final int BYTES = 10_000_000;

    @Test
    void shouldKeepWhatAThreadHadAllocatedBeforeItEnded() throws InterruptedException
    {
        final AllocationMeter meter = new AllocationMeter();
        final CountDownLatch allocated = new CountDownLatch(1);
        final CountDownLatch looked = new CountDownLatch(1);
        final byte[][] garbage = new byte[1][];
        final Thread thread = new Thread(() ->
        {
            garbage[0] = new byte[BYTES];
            allocated.countDown();
            awaitQuietly(looked);
        });

        final long before = meter.bytes();
        thread.start();
        allocated.await();
        final long during = meter.bytes();
        looked.countDown();
        thread.join();

        assertThat(during - before).isGreaterThanOrEqualTo(BYTES);
        assertThat(meter.bytes()).isGreaterThanOrEqualTo(during);
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }
}
