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
package dev.redlock.engine;

/**
 * Compares a node's wall clock with the local monotonic clock, from the node's TIME replies.
 * <p>
 * Each reply was made at some instant between sending and receiving, so the offset (node time minus local
 * time) lies in an interval as wide as the round trip. Two such intervals, some time apart, bound the rate at
 * which the two clocks part.
 */
final class ClockSampler
{
    private static final long NS_PER_US = 1000;
    private static final long PPM = 1_000_000;
    private static final long MIN_BASELINE_NS = 1_000_000_000L;

    private long firstLowNs;
    private long firstHighNs;
    private long firstNs;
    private long lowNs;
    private long highNs;
    private long lastNs;
    private int samples;

    /**
     * Takes a sample.
     *
     * @param nodeTimeUs what the node said, in microseconds.
     * @param sentNs     local time before the question left.
     * @param receivedNs local time after the answer came.
     */
    void sample(final long nodeTimeUs, final long sentNs, final long receivedNs)
    {
        lowNs = nodeTimeUs * NS_PER_US - receivedNs;
        highNs = nodeTimeUs * NS_PER_US + NS_PER_US - sentNs;
        lastNs = receivedNs;
        if (samples++ == 0)
        {
            firstLowNs = lowNs;
            firstHighNs = highNs;
            firstNs = receivedNs;
        }
    }

    /**
     * A new connection may lead to another clock.
     */
    void reset()
    {
        samples = 0;
    }

    int samples()
    {
        return samples;
    }

    /**
     * Whether samples lie far enough apart to say something about the rate.
     */
    boolean knowsRate()
    {
        return samples > 1 && lastNs - firstNs >= MIN_BASELINE_NS;
    }

    /**
     * The node's clock gains at least so much on ours, in parts per million; negative when it loses.
     */
    long lowPpm()
    {
        return ppm(lowNs - firstHighNs);
    }

    /**
     * The node's clock gains at most so much on ours, in parts per million.
     */
    long highPpm()
    {
        return ppm(highNs - firstLowNs);
    }

    /**
     * Least offset of the node's wall clock against our monotonic clock.
     */
    long offsetLowNs()
    {
        return lowNs;
    }

    /**
     * Greatest offset of the node's wall clock against our monotonic clock.
     */
    long offsetHighNs()
    {
        return highNs;
    }

    private long ppm(final long partedNs)
    {
        return Math.round((double)partedNs / (lastNs - firstNs) * PPM);
    }
}
