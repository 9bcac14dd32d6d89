// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.port.TokenSource;

class OwnerTokensTest
{
    private static final byte[] MAILBOX = {1, 2, 3, 4};

    @Test
    void shouldDealEveryTokenOnce()
    {
        final SplittableRandom random = new SplittableRandom(5);
        final OwnerTokens tokens = new OwnerTokens(random::nextBytes, MAILBOX);
        final Set<String> dealt = new HashSet<>();
        final byte[] token = new byte[OwnerTokens.LENGTH];

        for (int i = 0; i < 10_000; i++)
        {
            tokens.deal(token);
            dealt.add(java.util.HexFormat.of().formatHex(token));
        }

        assertThat(dealt).hasSize(10_000);
    }

    @Test
    void shouldBeginWithTheMailboxAndHave128BitsMore()
    {
        final OwnerTokens tokens = new OwnerTokens((block) -> Arrays.fill(block, (byte)9), MAILBOX);
        final byte[] token = new byte[OwnerTokens.LENGTH];

        tokens.deal(token);

        assertThat(token).hasSize(4 + 16).startsWith(1, 2, 3, 4);
        assertThat(randomOf(token)).containsOnly(9);
    }

    @Test
    void shouldAskItsSourceForBlocks()
    {
        final int[] asked = new int[1];
        final OwnerTokens tokens = new OwnerTokens(block -> asked[0]++, MAILBOX);
        final byte[] token = new byte[OwnerTokens.LENGTH];
        assertThat(asked[0]).isZero();

        IntStream.range(0, 129).forEach((i) -> tokens.deal(token));

        assertThat(asked[0]).isEqualTo(3);
    }

    /**
     * What was filled ahead before the source was stirred may be dealt by a copy of this process, too.
     */
    @Test
    void shouldDealNothingThatWasFilledBeforeItWasStirred()
    {
        final Counting source = new Counting();
        final OwnerTokens tokens = new OwnerTokens(source, MAILBOX);
        final byte[] token = new byte[OwnerTokens.LENGTH];
        tokens.deal(token);
        assertThat(randomOf(token)).containsOnly(0);

        tokens.stir(1, 100);
        tokens.deal(token);
        assertThat(randomOf(token)).containsOnly(101);
    }

    private static byte[] randomOf(final byte[] token)
    {
        return Arrays.copyOfRange(token, MAILBOX.length, token.length);
    }

    private static final class Counting implements TokenSource
    {
        private byte value;

        @Override
        public void fill(final byte[] block)
        {
            Arrays.fill(block, value);
        }

        @Override
        public void stir(final int nodeIndex, final long connectionId)
        {
            value = (byte)(nodeIndex + connectionId);
        }
    }
}
