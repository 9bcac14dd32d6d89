// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * The places that there are for nodes. What is kept of each node stands at its index, in an array that is
 * made here, or in a bit of an int. Which of these nodes decide says a {@link Quorum}.
 */
public final class Slots
{
    private final int capacity;

    /**
     * So many places.
     *
     * @param capacity how many there are, 1 to 31.
     */
    public Slots(final int capacity)
    {
        assert capacity > 0 && capacity <= Quorum.MAX_NODES :
            capacity + " places: each node has a bit of an int";

        this.capacity = capacity;
    }

    /**
     * How many there are.
     *
     * @return 1 to 31.
     */
    public int capacity()
    {
        return capacity;
    }

    /**
     * The bit that stands for a node in a set of them.
     */
    static int bitOf(final int nodeIndex)
    {
        assert nodeIndex >= 0 && nodeIndex < Quorum.MAX_NODES :
            "node " + nodeIndex + " would vote for another: count nodes from 0";

        return 1 << nodeIndex;
    }

    /**
     * A number of each node, or an instant.
     *
     * @return zeros.
     */
    public long[] longs()
    {
        return new long[capacity];
    }

    /**
     * A number of each node.
     *
     * @return zeros.
     */
    public int[] ints()
    {
        return new int[capacity];
    }

    /**
     * A small number of each node.
     *
     * @return zeros.
     */
    public byte[] bytes()
    {
        return new byte[capacity];
    }

    /**
     * Whether something is so, of each node.
     *
     * @return false throughout.
     */
    public boolean[] booleans()
    {
        return new boolean[capacity];
    }

    /**
     * An object of each node.
     *
     * @param type of array.
     * @param <T>  of object.
     * @return nulls.
     */
    public <T> T[] of(final ArrayType<T> type)
    {
        return type.ofLength(capacity);
    }

    /**
     * The constructor of a type of array.
     *
     * @param <T> what is in it.
     */
    @FunctionalInterface
    public interface ArrayType<T>
    {
        /**
         * Makes one.
         *
         * @param length of it.
         * @return nulls.
         */
        T[] ofLength(int length);
    }
}
