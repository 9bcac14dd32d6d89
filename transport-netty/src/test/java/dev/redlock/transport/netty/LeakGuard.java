// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a class of tests in which a buffer was not released. Netty's detector runs in its most thorough mode,
 * and its warnings are seen.
 */
public final class LeakGuard implements AfterAllCallback
{
    private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

    static
    {
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
    }

    @Override
    public void afterAll(final ExtensionContext context)
    {
        System.gc();
        // A detector looks for leaks when it is asked to watch the next buffer.
        IntStream.range(0, 10).forEach((i) -> PooledByteBufAllocator.DEFAULT.directBuffer(16).release());
        if (!LEAKS.isEmpty())
        {
            final String first = LEAKS.peek();
            final int count = LEAKS.size();
            LEAKS.clear();
            throw new AssertionError(count + " buffers were not released; the first: " + first);
        }
    }

    private static final class Factory extends ResourceLeakDetectorFactory
    {
        @Override
        @SuppressWarnings("deprecation")
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(
            final Class<T> resource, final int samplingInterval, final long maxActive)
        {
            return newResourceLeakDetector(resource, samplingInterval);
        }

        @Override
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(
            final Class<T> resource, final int samplingInterval)
        {
            return new Detector<>(resource, samplingInterval);
        }
    }

    private static final class Detector<T> extends ResourceLeakDetector<T>
    {
        @SuppressWarnings("deprecation")
        private Detector(final Class<T> resource, final int samplingInterval)
        {
            super(resource, samplingInterval);
        }

        @Override
        protected boolean needReport()
        {
            return true;
        }

        @Override
        protected void reportTracedLeak(final String resourceType, final String records)
        {
            LEAKS.add(resourceType + records);
        }

        @Override
        protected void reportUntracedLeak(final String resourceType)
        {
            LEAKS.add(resourceType);
        }
    }
}
