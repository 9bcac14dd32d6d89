// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.runtime.tokens.OwnerTag;

class TermTokensTest
{
    private final TermTokens tokens = new TermTokens();
    private volatile long begun;

    private static byte[] token(final int fill)
    {
        final byte[] token = new byte[20];
        Arrays.fill(token, (byte)fill);

        return token;
    }

    @Test
    void shouldSpeakForTheLatestTermOnly()
    {
        assertThat(tokens.tag(0)).isNull();
        assertThat(tokens.fencingToken(0)).isZero();

        tokens.begin(1, 100, token(1));
        final String first = tokens.tag(1);
        tokens.begin(3, 0, token(3));
        for (final long other : new long[] {1, 0, -3, 4})
        {
            assertThat(tokens.tag(other)).isNull();
            assertThat(tokens.fencingToken(other)).isZero();
        }
        assertThat(tokens.tag(3)).isNotEqualTo(first).isEqualTo(tokens.tag(3));
        assertThat(tokens.fencingToken(3)).as("of a plain lock").isZero();
    }

    /**
     * The engine deals the next token from the same array.
     */
    @Test
    void shouldKeepATokenOfItsOwn()
    {
        final byte[] token = token(1);
        tokens.begin(1, 0, token);
        final String tag = tokens.tag(1);
        Arrays.fill(token, (byte)2);

        assertThat(tokens.tag(1)).isEqualTo(tag);
    }

    @Test
    void shouldTagByTheBeginningOfADigest() throws Exception
    {
        final byte[] token = "20 bytes, any at all".getBytes(StandardCharsets.US_ASCII);
        tokens.begin(1, 0, token);
        final byte[] digest = MessageDigest.getInstance("SHA-256").digest(token);

        assertThat(tokens.tag(1)).hasSize(32)
            .isEqualTo(HexFormat.of().formatHex(digest).substring(0, 32));
    }

    /**
     * Each term has a token whose bytes are all alike, so a reader that mixes two up sees a tag of none.
     */
    @Test
    void shouldNeverMixUpTwoTerms() throws InterruptedException
    {
        final Set<String> whole = new HashSet<>();
        IntStream.range(0, 256).forEach((fill) -> whole.add(OwnerTag.of(token(fill))));
        final Set<Object> wrong = ConcurrentHashMap.newKeySet();
        final AtomicBoolean isOver = new AtomicBoolean();
        final Thread reader = new Thread(() ->
        {
            while (!isOver.get())
            {
                final long term = begun;
                final String tag = tokens.tag(term);
                final long fencingToken = tokens.fencingToken(term);
                if (tag != null && !whole.contains(tag) || fencingToken != 0 && fencingToken != term)
                {
                    wrong.add(tag + " " + fencingToken);
                }
            }
        });
        reader.start();

        for (int term = 1; term < 2_000_000; term++)
        {
            tokens.begin(term, term, token(term));
            begun = term;
        }
        isOver.set(true);
        Deadline.join(reader);

        assertThat(wrong).isEmpty();
    }
}
