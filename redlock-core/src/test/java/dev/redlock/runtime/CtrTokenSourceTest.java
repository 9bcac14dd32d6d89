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
package dev.redlock.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

class CtrTokenSourceTest
{
    private static final int TOKEN_BYTES = 20;
    private static final int BLOCK_BYTES = 64 * TOKEN_BYTES;
    private static final int MILLION = 1_000_000;
    private static final int MOST_BLOCKS = 20;

    private final CtrTokenSource source = new CtrTokenSource();

    @Test
    void shouldNeverRepeatATokenInAMillion()
    {
        final Set<ByteBuffer> tokens = new HashSet<>(2 * MILLION);
        final byte[] block = new byte[BLOCK_BYTES];
        while (tokens.size() < MILLION)
        {
            source.fill(block);
            for (int i = 0; i < BLOCK_BYTES; i += TOKEN_BYTES)
            {
                assertTrue(tokens.add(ByteBuffer.wrap(Arrays.copyOfRange(block, i, i + TOKEN_BYTES))));
            }
        }
    }

    @Test
    void shouldDifferFromClientToClient()
    {
        final byte[] one = new byte[BLOCK_BYTES];
        final byte[] two = new byte[BLOCK_BYTES];
        source.fill(one);
        new CtrTokenSource().fill(two);

        int equal = 0;
        for (int i = 0; i < BLOCK_BYTES; i += TOKEN_BYTES)
        {
            equal += Arrays.equals(one, i, i + TOKEN_BYTES, two, i, i + TOKEN_BYTES) ? 1 : 0;
        }
        assertEquals(0, equal);
    }

    /**
     * What was in the block before must not shine through, and all its bytes must be filled.
     */
    @Test
    void shouldOverwriteTheWholeBlock()
    {
        final boolean[] isFilled = new boolean[BLOCK_BYTES];
        for (int i = 0; i < 20; i++)
        {
            final byte[] block = new byte[BLOCK_BYTES];
            source.fill(block);
            for (int j = 0; j < BLOCK_BYTES; j++)
            {
                isFilled[j] |= block[j] != 0;
            }
        }
        for (int j = 0; j < BLOCK_BYTES; j++)
        {
            assertTrue(isFilled[j], "byte " + j);
        }

        final byte[] once = new byte[BLOCK_BYTES];
        final byte[] again = once.clone();
        source.fill(once);
        System.arraycopy(once, 0, again, 0, BLOCK_BYTES);
        source.fill(again);
        assertFalse(Arrays.equals(once, again));
    }

    /**
     * Of a million random bytes each bit is set in half, give or take: eight standard deviations are 0.4 %.
     */
    @Test
    void shouldSetEveryBitHalfOfTheTime()
    {
        final int[] set = new int[Byte.SIZE];
        final byte[] block = new byte[1000];
        for (int i = 0; i < MILLION / block.length; i++)
        {
            source.fill(block);
            for (final byte b : block)
            {
                for (int bit = 0; bit < Byte.SIZE; bit++)
                {
                    set[bit] += b >> bit & 1;
                }
            }
        }

        for (int bit = 0; bit < Byte.SIZE; bit++)
        {
            assertTrue(Math.abs(set[bit] - MILLION / 2) < 4000, "bit " + bit + " is set in " + set[bit]);
        }
    }

    @Test
    void shouldNotAllocate()
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final byte[] bytesToFill = new byte[BLOCK_BYTES];
        for (int i = 0; i < 20_000; i++)
        {
            source.fill(bytesToFill);
        }

        // Again and again, as code allocates here and there until all of it is compiled.
        long bytes = -1;
        for (int block = 0; block < MOST_BLOCKS && bytes != 0; block++)
        {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++)
            {
                source.fill(bytesToFill);
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }

        assertEquals(0, bytes);
    }
}
