// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.management.ThreadMXBean;
import org.agrona.concurrent.NanoClock;
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
                assertThat(tokens.add(ByteBuffer.wrap(Arrays.copyOfRange(block, i, i + TOKEN_BYTES))))
                    .isTrue();
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

        checkNothingInCommon(one, two);
    }

    /**
     * A virtual machine was cloned: both copies go on from one state, and the kernel's source and the clock
     * were copied with them. Only the numbers that a node gives to their new connections differ.
     */
    @Test
    void shouldPartFromItsCopyWithTheNextConnection()
    {
        final CtrTokenSource original = snapshot();
        final CtrTokenSource copy = snapshot();
        assertThat(block(copy)).isEqualTo(block(original));

        original.stir(0, 7);
        copy.stir(0, 8);
        checkNothingInCommon(block(original), block(copy));

        original.stir(1, 9);
        copy.stir(1, 9);
        checkNothingInCommon(block(original), block(copy));
    }

    /**
     * Numbers of connections are each node's own: the same number from another node is another number.
     */
    @Test
    void shouldPartFromItsCopyThatMeetsAnotherNodeFirst()
    {
        final CtrTokenSource original = snapshot();
        final CtrTokenSource copy = snapshot();
        original.stir(0, 7);
        copy.stir(1, 7);
        checkNothingInCommon(block(original), block(copy));
    }

    /**
     * A node that does not number its connections: the platform's source or the clock make the difference.
     */
    @Test
    void shouldPartFromItsCopyByThePlatformOrByTheClock()
    {
        final CtrTokenSource original = snapshot();
        final CtrTokenSource later = new CtrTokenSource(() -> new Repeating(1), counting(1));
        final CtrTokenSource richer = new CtrTokenSource(new Varying(1, 2)::next, counting(0));
        original.stir(0, -1);
        later.stir(0, -1);
        richer.stir(0, -1);
        final byte[] block = block(original);
        checkNothingInCommon(block, block(later));
        checkNothingInCommon(block, block(richer));
    }

    /**
     * The platform's source gives nothing new, and the connection has a number that everybody can guess: then
     * what was there before keeps the stream secret.
     */
    @Test
    void shouldKeepTheStateThatWasThere()
    {
        final CtrTokenSource one = new CtrTokenSource(new Varying(1, 3)::next, counting(0));
        final CtrTokenSource other = new CtrTokenSource(new Varying(2, 3)::next, counting(0));
        one.stir(0, 7);
        other.stir(0, 7);
        checkNothingInCommon(block(one), block(other));
    }

    private static CtrTokenSource snapshot()
    {
        return new CtrTokenSource(() -> new Repeating(1), counting(0));
    }

    private static NanoClock counting(final long start)
    {
        final AtomicLong nowNs = new AtomicLong(start);

        return nowNs::incrementAndGet;
    }

    private static byte[] block(final CtrTokenSource source)
    {
        final byte[] block = new byte[BLOCK_BYTES];
        source.fill(block);

        return block;
    }

    private static void checkNothingInCommon(final byte[] one, final byte[] two)
    {
        int equal = 0;
        for (int i = 0; i < BLOCK_BYTES; i += TOKEN_BYTES)
        {
            equal += Arrays.equals(one, i, i + TOKEN_BYTES, two, i, i + TOKEN_BYTES) ? 1 : 0;
        }
        assertThat(equal).isEqualTo(0);
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
            assertThat(isFilled[j]).as("byte " + j).isTrue();
        }

        final byte[] once = new byte[BLOCK_BYTES];
        final byte[] again = once.clone();
        source.fill(once);
        System.arraycopy(once, 0, again, 0, BLOCK_BYTES);
        source.fill(again);
        assertThat(Arrays.equals(once, again)).isFalse();
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
            assertThat(Math.abs(set[bit] - MILLION / 2) < 4000).as("bit " + bit + " is set in " + set[bit])
                .isTrue();
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

        assertThat(bytes).isEqualTo(0);
    }

    /**
     * A kernel's source of randomness that was copied: it gives all processes the same.
     */
    private static final class Repeating extends SecureRandom
    {
        private static final long serialVersionUID = 1;
        private final byte value;

        Repeating(final int value)
        {
            this.value = (byte)value;
        }

        @Override
        public void nextBytes(final byte[] bytes)
        {
            Arrays.fill(bytes, value);
        }
    }

    /**
     * Gives one thing at the first seeding, and another at the next.
     */
    private static final class Varying
    {
        private final int[] values;
        private int next;

        Varying(final int... values)
        {
            this.values = values;
        }

        SecureRandom next()
        {
            return new Repeating(values[next++]);
        }
    }
}
