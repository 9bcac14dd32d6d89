// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.TransportLimits;

/**
 * Valid streams, and what can become of them, at the decoder: for {@code -Dredlock.fuzz.seconds=} (8 by
 * default), from {@code -Dredlock.seed=}. A failure names the seed of its one input.
 *
 * <p>The memory bound is on what this thread allocates on the heap for one input, the texts of this test
 * included: 1 MiB, and 256 bytes for each byte read. Memory outside the heap is not looked at.
 */
@Tag("proof")
class FuzzTest
{
    private static final TransportLimits LIMITS = TransportLimits.DEFAULT;
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean)ManagementFactory.getThreadMXBean();
    private static final int LEAST_INPUTS = 1_000;

    /*
     * A decoder allocates nothing by what it reads; the tree of an answer is bounded by its budget, and the
     * texts by which this test remembers what was said are a small multiple of the input.
     */
    private static final long MEMORY_LIMIT = 1 << 20;
    private static final long MEMORY_PER_BYTE = 256;

    private long accepted;
    private long refused;

    @Test
    void shouldSayTheSameForAnyPiecesOfAStream() throws IOException
    {
        final Long only = Long.getLong("redlock.seed");
        final long startNs = System.nanoTime();
        final long budgetNs = TimeUnit.SECONDS.toNanos(Long.getLong("redlock.fuzz.seconds", 8));
        final long first = only == null ? 1 : only;
        long seed = first;
        long bytes = 0;
        do
        {
            try
            {
                bytes += tryOne(seed);
            }
            catch (final AssertionError | RuntimeException | IOException ex)
            {
                throw new AssertionError("mvn -pl transport-netty -am test -Dtest=FuzzTest " +
                    "-Dsurefire.failIfNoSpecifiedTests=false -Dredlock.seed=" + seed +
                    " -Dredlock.fuzz.seconds=0", ex);
            }
            seed++;
        }
        while (System.nanoTime() - startNs < budgetNs);

        final long inputs = seed - first;
        System.out.printf("fuzz: %d inputs from seed %d, %d bytes, %d refused, %d per second%n",
            inputs, first, bytes, refused, inputs * 1_000_000_000L / (System.nanoTime() - startNs));
        if (budgetNs > 0)
        {
            assertThat(inputs).isGreaterThan(LEAST_INPUTS);
            assertThat(refused).as("of the mutated").isGreaterThan(inputs / 10);
            assertThat(accepted).as("of all").isGreaterThan(inputs / 10);
        }
    }

    private int tryOne(final long seed) throws IOException
    {
        final Random random = new Random(seed);
        final RespCorpus corpus = new RespCorpus(random);
        final boolean isResp3 = random.nextBoolean();
        final byte[] valid = corpus.valid(isResp3);
        final Said whole = readWhole(valid, false);

        assertThat(whole.complaint()).as("of a valid stream").isNull();
        assertThat(whole.isBetweenReplies()).isTrue();
        if (!isResp3)
        {
            assertThat(whole.replies()).isEqualTo(IndependentReader.read(valid, RespException::escaped));
        }

        final byte[] in = random.nextInt(4) == 0 ? valid : corpus.mutated(valid);
        final boolean isHot = random.nextBoolean();
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        final Said inOne = readWhole(in, isHot);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).as("bytes allocated")
            .isLessThan(MEMORY_LIMIT + MEMORY_PER_BYTE * in.length);
        accepted += inOne.complaint() == null ? 1 : 0;
        refused += inOne.complaint() == null ? 0 : 1;

        for (int cut = in.length <= 64 ? 0 : random.nextInt(in.length); cut <= in.length;
            cut += in.length <= 64 ? 1 : 1 + random.nextInt(in.length))
        {
            assertSame(inOne, read(in, isHot, cut, in.length), "cut at " + cut);
        }
        assertSame(inOne, read(in, isHot, 1, 1), "byte by byte");

        return in.length;
    }

    /*
     * Where a fault is found may differ by the piece, and so may what is shown of its surroundings; whether
     * there is one, and all that was said before it, may not.
     */
    private static void assertSame(final Said expected, final Said found, final String how)
    {
        assertThat(found.replies()).as(how).isEqualTo(expected.replies());
        assertThat(found.complaint() == null).as(how).isEqualTo(expected.complaint() == null);
        assertThat(found.isBetweenReplies()).as(how).isEqualTo(expected.isBetweenReplies());
    }

    private static Said readWhole(final byte[] in, final boolean isHot)
    {
        return read(in, isHot, in.length, in.length);
    }

    private static Said read(final byte[] in, final boolean isHot, final int firstPiece, final int piece)
    {
        final Decoding decoding = isHot ? Decoding.hot(LIMITS) : Decoding.cold(LIMITS);
        String complaint = null;
        try
        {
            for (int from = 0, to = firstPiece; from < in.length; from = to, to += piece)
            {
                to = Math.min(to, in.length);
                decoding.feed(in, from, to);
            }
        }
        catch (final RespException ex)
        {
            complaint = ex.getMessage();
        }

        return new Said(decoding.said(), complaint, complaint != null || decoding.isBetweenReplies());
    }

    private record Said(List<String> replies, String complaint, boolean isBetweenReplies)
    {
    }
}
