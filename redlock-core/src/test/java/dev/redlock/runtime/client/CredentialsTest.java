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

class CredentialsTest
{
    private final Credentials credentials = new Credentials();
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
        assertThat(credentials.tag(0)).isNull();
        assertThat(credentials.fencingToken(0)).isZero();

        credentials.begin(1, 100, token(1));
        final String first = credentials.tag(1);
        credentials.begin(3, 0, token(3));
        for (final long other : new long[] {1, 0, -3, 4})
        {
            assertThat(credentials.tag(other)).isNull();
            assertThat(credentials.fencingToken(other)).isZero();
        }
        assertThat(credentials.tag(3)).isNotEqualTo(first).isEqualTo(credentials.tag(3));
        assertThat(credentials.fencingToken(3)).as("of a plain lock").isZero();
    }

    /**
     * The engine deals the next token from the same array.
     */
    @Test
    void shouldKeepATokenOfItsOwn()
    {
        final byte[] token = token(1);
        credentials.begin(1, 0, token);
        final String tag = credentials.tag(1);
        Arrays.fill(token, (byte)2);

        assertThat(credentials.tag(1)).isEqualTo(tag);
    }

    @Test
    void shouldTagByTheBeginningOfADigest() throws Exception
    {
        final byte[] token = "20 bytes, any at all".getBytes(StandardCharsets.US_ASCII);
        credentials.begin(1, 0, token);
        final byte[] digest = MessageDigest.getInstance("SHA-256").digest(token);

        assertThat(credentials.tag(1)).hasSize(32)
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
                final String tag = credentials.tag(term);
                final long fencingToken = credentials.fencingToken(term);
                if (tag != null && !whole.contains(tag) || fencingToken != 0 && fencingToken != term)
                {
                    wrong.add(tag + " " + fencingToken);
                }
            }
        });
        reader.start();

        for (int term = 1; term < 2_000_000; term++)
        {
            credentials.begin(term, term, token(term));
            begun = term;
        }
        isOver.set(true);
        Deadline.join(reader);

        assertThat(wrong).isEmpty();
    }
}
