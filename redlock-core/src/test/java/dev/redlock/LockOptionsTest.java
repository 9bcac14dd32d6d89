// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.settings.ClaimOptions;

class LockOptionsTest
{
    private static final Duration LONGEST = ofSeconds(Long.MAX_VALUE);
    private static final LockOptions DEFAULT = LockOptions.DEFAULT;

    @Test
    void shouldHaveTheDefaultsItSays()
    {
        assertThat(DEFAULT.conclude())
            .isEqualTo(new ClaimOptions(30_000, 0, Integer.MAX_VALUE, 1_000_000, 16_000_000, false,
                600_000_000_000L, Integer.MAX_VALUE, false, 0, false, false));
        assertThat(DEFAULT.ttl()).isEqualTo(ofSeconds(30));
        assertThat(DEFAULT.minValidity()).isEqualTo(Duration.ZERO);
        assertThat(DEFAULT.maxHold()).isEqualTo(ofMinutes(10));
        assertThat(DEFAULT.isAutoExtend()).isFalse();
    }

    @Test
    void shouldChangeACopyOnly()
    {
        final LockOptions changed = DEFAULT.withTtl(ofSeconds(5)).withMinValidity(ofSeconds(1))
            .withMaxAttempts(3).withRetryDelay(ofMillis(2)).withRetrySpread(ofMillis(4))
            .withMaxHold(ofSeconds(20), 7).withAutoExtend(ofSeconds(15))
            .withMinGrants(2).withFencing().withWatch();

        assertThat(changed.conclude())
            .isEqualTo(new ClaimOptions(5_000, 1_000_000_000, 3, 2_000_000, 4_000_000, true,
                15_000_000_000L, 7, true, 2, false, true));
        assertThat(changed.isAutoExtend()).isTrue();
        assertThat(changed.minGrants()).isEqualTo(2);
        assertThat(changed.isWatched()).isTrue();
        assertThat(changed.toString())
            .isEqualTo("time to live 5s, minimum validity 1s, at most 3 attempts, 2ms and up to " +
                "4ms apart, extended automatically, held for 15s and extended 7 times at the most, fenced, " +
                "won with at least 2 grants, watched");
        assertThat(DEFAULT.ttl()).isEqualTo(ofSeconds(30));
    }

    @Test
    void shouldCutPartsOfAMillisecond()
    {
        assertThat(DEFAULT.withTtl(ofNanos(1_999_999)).conclude().ttlMs()).isEqualTo(1);
    }

    @Test
    void shouldRaiseTheMaximumHoldToTheTimeToLive()
    {
        assertThat(DEFAULT.withTtl(ofDays(1)).maxHold()).isEqualTo(ofDays(1));
        assertThat(DEFAULT.withTtl(ofSeconds(1)).maxHold()).isEqualTo(ofMinutes(10));
    }

    @Test
    void shouldCutWhatIsLongerThanAnyClockCounts()
    {
        assertThat(DEFAULT.withAutoExtend(LONGEST).conclude().maxHoldNs()).isEqualTo(ofDays(3_650).toNanos());
    }

    @Test
    void shouldRefuseATimeToLiveThatNodesCannotKeep()
    {
        final String rule = " but must be 1ms to 24h: nodes count in whole milliseconds, and a key that " +
            "nobody releases stays that long";

        final Map<Duration, String> ttls = Map.of(Duration.ZERO, "0s", ofNanos(1), "1ns",
            ofNanos(999_999), "999.999us", ofMillis(-5), "-5ms",
            ofDays(1).plusNanos(1), "86400.000000001s", LONGEST, "9223372036854775807s",
            Duration.ofSeconds(Long.MIN_VALUE), "-9223372036854775808s");

        ttls.forEach((ttl, text) ->
            assertRefused("time to live is " + text + rule, () -> DEFAULT.withTtl(ttl)));
    }

    @Test
    void shouldRefuseWhatMakesNoSenseByItself()
    {
        assertRefused("minimum validity is -1s but must not be negative",
            () -> DEFAULT.withMinValidity(ofSeconds(-1)));
        assertRefused("attempts are limited to 0 but must be at least 1; without a limit only the caller's " +
            "patience bounds them", () -> DEFAULT.withMaxAttempts(0));
        assertRefused("minimum of grants is 0 but must be at least the quorum; leave it out to need no " +
            "more than that", () -> DEFAULT.withMinGrants(0));
        assertRefused("retry delay is -1ms but must not be negative",
            () -> DEFAULT.withRetryDelay(ofMillis(-1)));
        assertRefused("retry spread is -1ms but must not be negative",
            () -> DEFAULT.withRetrySpread(ofMillis(-1)));
        assertRefused("maximum hold is 0s but must be positive", () -> DEFAULT.withAutoExtend(Duration.ZERO));
        assertRefused("maximum hold is -1s but must not be negative",
            () -> DEFAULT.withMaxHold(ofSeconds(-1), 1));
        assertRefused("extensions are limited to -1 but must not be negative; 0 allows none",
            () -> DEFAULT.withMaxHold(ofSeconds(60), -1));
    }

    @Test
    void shouldRefuseWhatMakesNoSenseTogether()
    {
        assertRefused("minimum validity is 30s but must be 0 or more and less than the time to live of " +
            "30s", () -> DEFAULT.withMinValidity(ofSeconds(30)).conclude());
        assertRefused("maximum hold is 29.999s but must be at least the time to live of 30s",
            () -> DEFAULT.withAutoExtend(ofMillis(29_999)).conclude());
        assertRefused("retry spread is 4ms but must not be less than the retry delay, which is 5ms and " +
            "must not be negative: clients that collide need different delays",
            () -> DEFAULT.withRetryDelay(ofMillis(5)).withRetrySpread(ofMillis(4)).conclude());
    }

    @Test
    void shouldNameWhatIsNull()
    {
        checkNull("time to live", () -> DEFAULT.withTtl(null));
        checkNull("minimum validity", () -> DEFAULT.withMinValidity(null));
        checkNull("retry delay", () -> DEFAULT.withRetryDelay(null));
        checkNull("retry spread", () -> DEFAULT.withRetrySpread(null));
        checkNull("maximum hold", () -> DEFAULT.withAutoExtend(null));
        checkNull("maximum hold", () -> DEFAULT.withMaxHold(null, 1));
    }

    private static void assertRefused(final String message, final ThrowingCallable call)
    {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    private static void checkNull(final String what, final ThrowingCallable call)
    {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(what);
    }
}
