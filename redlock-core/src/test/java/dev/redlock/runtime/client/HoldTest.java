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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.claim.Claim;
import dev.redlock.fake.Deadline;
import dev.redlock.outcome.LostReason;
import dev.redlock.runtime.tokens.OwnerTag;

class HoldTest
{
    private final Hold hold = new Hold();
    private long nowNs;
    private final NanoClock clock = () -> nowNs;
    private volatile long begun;

    private void begin(final long term, final long untilNs)
    {
        hold.begin(term, untilNs, 3, term, new byte[Claim.OWNER_TOKEN_BYTES]);
    }

    private void show(final long term, final long fencingToken, final byte[] token)
    {
        hold.take(hold.latest());
        hold.begin(term, 0, 3, fencingToken, token);
        release(term);
    }

    private boolean release(final long term)
    {
        return hold.tryEnd(term, Hold.GIVEN);
    }

    @Test
    void shouldHoldNothingAtFirst()
    {
        assertThat(hold.term()).isEqualTo(0);
        assertThat(hold.remainingNs(0, clock)).isEqualTo(0);
        assertThat(release(0)).isFalse();
        assertThat(hold.wasLost(0)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - 3, Long.MIN_VALUE + 7})
    void shouldCountDownByTheClockAlone(final long startNs)
    {
        nowNs = startNs;
        begin(1, startNs + 10);

        assertThat(hold.remainingNs(1, clock)).isEqualTo(10);
        nowNs += 9;
        assertThat(hold.remainingNs(1, clock)).isEqualTo(1);
        nowNs += 1;
        assertThat(hold.remainingNs(1, clock)).isEqualTo(0);
        nowNs += 1_000;
        assertThat(hold.remainingNs(1, clock)).isEqualTo(0);
    }

    @Test
    void shouldAnswerForThePresentTermOnly()
    {
        begin(2, 10);

        assertThat(hold.remainingNs(1, clock)).isEqualTo(0);
        assertThat(hold.remainingNs(3, clock)).isEqualTo(0);
        assertThat(hold.remainingNs(-2, clock)).isEqualTo(0);
        assertThat(release(1)).isFalse();
        assertThat(hold.term()).isEqualTo(2);
    }

    @Test
    void shouldFollowWhenTheDeadlineMoves()
    {
        begin(1, 10);

        hold.move(50);
        assertThat(hold.remainingNs(1, clock)).isEqualTo(50);
        hold.move(5);
        assertThat(hold.remainingNs(1, clock)).isEqualTo(5);
    }

    @Test
    void shouldLeaveALateReleaseToBeToldOnce()
    {
        begin(1, 10);

        assertThat(hold.is(1, Hold.LATE)).isFalse();
        assertThat(hold.tryEnd(1, Hold.LATE)).isTrue();
        assertThat(hold.tryEnd(1, Hold.LATE)).isFalse();
        assertThat(hold.tryEnd(-1, Hold.LATE)).isFalse();
        assertThat(release(-1)).isFalse();
        assertThat(hold.is(1, Hold.LATE)).isTrue();
        assertThat(hold.wasLost(1)).isTrue();
        assertThat(hold.isKept()).isTrue();
        assertThat(hold.term()).isZero();
        assertThat(hold.remainingNs(1, clock)).isZero();
        assertThat(hold.remainingNs(-1, clock)).isZero();
        assertThat(hold.lose(1)).isTrue();
        assertThat(hold.is(1, Hold.TELLING)).isTrue();
        assertThat(hold.isKept()).isFalse();
        hold.told(1);
        assertThat(hold.lose(1)).isFalse();
        assertThat(hold.close(LostReason.CLOSED)).isNull();
        assertThat(hold.wasLost(1)).isTrue();
    }

    @Test
    void shouldKeepATermUntilItsReleaseIsTaken()
    {
        begin(1, 10);
        release(1);
        assertThat(hold.isKept()).isTrue();
        hold.take(1);
        assertThat(hold.isKept()).isFalse();
        assertThat(hold.lose(1)).isFalse();
        assertThat(hold.wasLost(1)).isFalse();

        begin(2, 10);
        release(2);
        assertThat(hold.lose(2)).as("to be told").isFalse();
        assertThat(hold.isKept()).isFalse();
        assertThat(hold.wasLost(2)).isTrue();
        hold.take(2);
        assertThat(hold.wasLost(2)).isTrue();
    }

    @Test
    void shouldKeepATermThatNobodyWantsUntilItsReleaseIsTaken()
    {
        begin(1, 10);
        assertThat(hold.tryEnd(1, Hold.UNWANTED)).isTrue();
        assertThat(release(1)).isFalse();
        assertThat(hold.lose(1)).isFalse();
        assertThat(hold.is(1, Hold.UNWANTED)).isTrue();
        assertThat(hold.isKept()).isTrue();
        hold.take(1);
        assertThat(hold.isKept()).isFalse();

        begin(2, 10);
        release(2);
        assertThat(hold.tryEnd(2, Hold.UNWANTED)).isFalse();
    }

    @Test
    void shouldCloseWhatIsKept()
    {
        assertThat(hold.close(LostReason.CLOSED)).isNull();
        begin(1, 10);
        assertThat(hold.close(LostReason.ENGINE_FAILED)).isEqualTo(LostReason.ENGINE_FAILED);
        assertThat(hold.close(LostReason.CLOSED)).isNull();
        assertThat(hold.is(1, Hold.CLOSED)).isTrue();
        assertThat(hold.wasLost(1)).isTrue();

        begin(2, 10);
        hold.tryEnd(2, Hold.LATE);
        assertThat(hold.is(2, Hold.CLOSED)).isFalse();
        assertThat(hold.close(LostReason.CLOSED)).isEqualTo(LostReason.EXPIRED);
        assertThat(hold.is(2, Hold.CLOSED)).isTrue();

        begin(3, 10);
        release(3);
        assertThat(hold.close(LostReason.CLOSED)).isNull();
        assertThat(hold.is(3, Hold.CLOSED)).isTrue();
    }

    @Test
    void shouldEndATermOnce()
    {
        begin(1, 10);

        assertThat(release(1)).isTrue();
        assertThat(release(1)).isFalse();
        assertThat(hold.lose(1)).isFalse();
        assertThat(hold.term()).isEqualTo(0);
        assertThat(hold.remainingNs(1, clock)).isEqualTo(0);
    }

    @Test
    void shouldRememberTheLatestTermThatWasLost()
    {
        begin(1, 10);
        assertThat(hold.lose(1)).isTrue();
        assertThat(hold.wasLost(1)).isTrue();

        hold.told(1);
        begin(2, 20);
        release(2);
        assertThat(hold.wasLost(1)).isTrue();
        assertThat(hold.wasLost(2)).isFalse();

        hold.take(2);
        begin(3, 30);
        assertThat(hold.wasLost(1)).isTrue();
    }

    /**
     * Each term ends long before the next one does, so a reader that sees more than a term ever had has mixed
     * it up with a later one.
     */
    @Test
    void shouldNeverTakeALaterDeadlineForThatOfAnEarlierTerm() throws InterruptedException
    {
        final long longestNs = 1_000;
        final AtomicBoolean isOver = new AtomicBoolean();
        final AtomicBoolean isMixedUp = new AtomicBoolean();
        final Thread reader = new Thread(() ->
        {
            while (!isOver.get())
            {
                final long term = hold.term();
                final long remainingNs = hold.remainingNs(term, () -> term * longestNs);
                if (remainingNs > longestNs)
                {
                    isMixedUp.set(true);
                }
            }
        });
        reader.start();

        for (long term = 1; term < 300_000; term++)
        {
            begin(term, term * longestNs + longestNs);
            release(term);
            hold.take(term);
        }
        isOver.set(true);
        Deadline.join(reader);

        assertThat(isMixedUp.get()).isFalse();
    }

    /**
     * A release and a loss at the same time: one of the two ends the term.
     */
    @Test
    void shouldBeEndedByOneOfTwoThreads() throws InterruptedException
    {
        final int terms = 50_000;
        final boolean[] byRelease = new boolean[terms];
        final boolean[] byLoss = new boolean[terms];
        final AtomicInteger begun = new AtomicInteger();
        final Thread releasing = new Thread(() ->
        {
            for (int term = 1; term < terms; term++)
            {
                while (begun.get() < term)
                {
                    Thread.onSpinWait();
                }
                byRelease[term] = release(term);
            }
        });
        releasing.start();

        for (int term = 1; term < terms; term++)
        {
            begin(term, 0);
            begun.set(term);
            byLoss[term] = hold.lose(term);
            hold.told(term);
        }
        Deadline.join(releasing);

        for (int term = 1; term < terms; term++)
        {
            assertThat(byRelease[term] ^ byLoss[term]).as("term " + term).isTrue();
        }
    }

    private static byte[] token(final int fill)
    {
        final byte[] token = new byte[20];
        Arrays.fill(token, (byte)fill);

        return token;
    }

    @Test
    void shouldSpeakForTheLatestTermOnly()
    {
        assertThat(hold.tag(0)).isNull();
        assertThat(hold.fencingToken(0)).isZero();

        show(1, 100, token(1));
        final String first = hold.tag(1);
        show(3, 0, token(3));
        for (final long other : new long[] {1, 0, -3, 4})
        {
            assertThat(hold.tag(other)).isNull();
            assertThat(hold.fencingToken(other)).isZero();
        }
        assertThat(hold.tag(3)).isNotEqualTo(first).isEqualTo(hold.tag(3));
        assertThat(hold.fencingToken(3)).as("of a plain lock").isZero();
    }

    /**
     * The engine deals the next token from the same array.
     */
    @Test
    void shouldKeepATokenOfItsOwn()
    {
        final byte[] token = token(1);
        show(1, 0, token);
        final String tag = hold.tag(1);
        Arrays.fill(token, (byte)2);

        assertThat(hold.tag(1)).isEqualTo(tag);
    }

    @Test
    void shouldTagByTheBeginningOfADigest() throws Exception
    {
        final byte[] token = "20 bytes, any at all".getBytes(StandardCharsets.US_ASCII);
        show(1, 0, token);
        final byte[] digest = MessageDigest.getInstance("SHA-256").digest(token);

        assertThat(hold.tag(1)).hasSize(32)
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
                final String tag = hold.tag(term);
                final long fencingToken = hold.fencingToken(term);
                if (tag != null && !whole.contains(tag) || fencingToken != 0 && fencingToken != term)
                {
                    wrong.add(tag + " " + fencingToken);
                }
            }
        });
        reader.start();

        for (int term = 1; term < 2_000_000; term++)
        {
            show(term, term, token(term));
            begun = term;
        }
        isOver.set(true);
        Deadline.join(reader);

        assertThat(wrong).isEmpty();
    }
}
