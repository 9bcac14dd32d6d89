/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.bench.rig;

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
