// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

/**
 * The buckets of an HdrHistogram of two significant digits, without the histogram: where a value is counted,
 * and which values are counted there. Values up to 255 have a bucket each; above, every power of two has 128
 * buckets of equal width, so that a bucket is at most 1/128 of its values wide.
 */
public final class Buckets
{
    /**
     * The precision, as HdrHistogram counts it.
     */
    public static final int DIGITS = 2;

    private static final int EXACT_BITS = 8;
    private static final int EXACT = (1 << EXACT_BITS) - 1;
    private static final int HALF_BITS = EXACT_BITS - 1;

    private Buckets()
    {
    }

    /**
     * The bucket of a value.
     *
     * @param value not negative.
     * @return 0 and up; never falls when the value grows.
     */
    public static int indexOf(final long value)
    {
        final int shift = Long.SIZE - EXACT_BITS - Long.numberOfLeadingZeros(value | EXACT);

        return (shift << HALF_BITS) + (int)(value >>> shift);
    }

    /**
     * The lowest value of a bucket.
     *
     * @param index as {@link #indexOf(long)} gives it.
     * @return the value.
     */
    public static long lowestOf(final int index)
    {
        final int shift = Math.max(0, (index >> HALF_BITS) - 1);

        return (long)(index - (shift << HALF_BITS)) << shift;
    }

    /**
     * The highest value of a bucket.
     *
     * @param index as {@link #indexOf(long)} gives it.
     * @return the value.
     */
    public static long highestOf(final int index)
    {
        return lowestOf(index + 1) - 1;
    }
}
