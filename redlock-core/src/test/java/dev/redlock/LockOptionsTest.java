// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import dev.redlock.engine.ClaimOptions;

class LockOptionsTest
{
    private static final Duration LONGEST = ofSeconds(Long.MAX_VALUE);
    private static final LockOptions DEFAULT = LockOptions.DEFAULT;

    @Test
    void shouldHaveTheDefaultsItSays()
    {
        assertEquals(
            new ClaimOptions(30_000, 0, Integer.MAX_VALUE, 1_000_000, 16_000_000, false, 600_000_000_000L,
                Integer.MAX_VALUE),
            DEFAULT.conclude());
        assertEquals(ofSeconds(30), DEFAULT.ttl());
        assertEquals(Duration.ZERO, DEFAULT.minValidity());
        assertEquals(ofMinutes(10), DEFAULT.maxHold());
        assertFalse(DEFAULT.isAutoExtend());
    }

    @Test
    void shouldChangeACopyOnly()
    {
        final LockOptions changed = DEFAULT.withTtl(ofSeconds(5)).withMinValidity(ofSeconds(1))
            .withMaxAttempts(3).withRetryDelay(ofMillis(2), ofMillis(4)).withMaxHold(ofSeconds(20), 7)
            .withAutoExtend(ofSeconds(15));

        assertEquals(
            new ClaimOptions(5_000, 1_000_000_000, 3, 2_000_000, 4_000_000, true, 15_000_000_000L, 7),
            changed.conclude());
        assertTrue(changed.isAutoExtend());
        assertEquals("time to live 5s, minimum validity 1s, at most 3 attempts, 2ms and up to " +
            "4ms apart, extended automatically, held for 15s and extended 7 times at the most",
            changed.toString());
        assertEquals(ofSeconds(30), DEFAULT.ttl());
    }

    @Test
    void shouldCutPartsOfAMillisecond()
    {
        assertEquals(1, DEFAULT.withTtl(ofNanos(1_999_999)).conclude().ttlMs());
    }

    @Test
    void shouldRaiseTheMaximumHoldToTheTimeToLive()
    {
        assertEquals(ofDays(1), DEFAULT.withTtl(ofDays(1)).maxHold());
        assertEquals(ofMinutes(10), DEFAULT.withTtl(ofSeconds(1)).maxHold());
    }

    @Test
    void shouldCutWhatIsLongerThanAnyClockCounts()
    {
        assertEquals(Long.MAX_VALUE / 4, DEFAULT.withAutoExtend(LONGEST).conclude().maxHoldNs());
    }

    @Test
    void shouldRefuseATimeToLiveThatNodesCannotKeep()
    {
        final String rule = " but must be 1ms to 24h: nodes count in whole milliseconds, and a key " +
            "that is forgotten stays for as long";

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
        assertRefused("attempts are limited to 0 but must be at least 1; " +
            "without a limit the caller's patience bounds them", () -> DEFAULT.withMaxAttempts(0));
        assertRefused("least retry delay is -1ms but must not be negative",
            () -> DEFAULT.withRetryDelay(ofMillis(-1), ofMillis(5)));
        assertRefused("spread of the retry delay is 4ms but must not be less than the least delay of " +
            "5ms: clients that collide must be able to part",
            () -> DEFAULT.withRetryDelay(ofMillis(5), ofMillis(4)));
        assertRefused("maximum hold is 0s but must be positive",
            () -> DEFAULT.withAutoExtend(Duration.ZERO));
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
    }

    @Test
    void shouldNameWhatIsNull()
    {
        assertNull("time to live", () -> DEFAULT.withTtl(null));
        assertNull("minimum validity", () -> DEFAULT.withMinValidity(null));
        assertNull("least retry delay", () -> DEFAULT.withRetryDelay(null, ofMillis(1)));
        assertNull("spread of the retry delay", () -> DEFAULT.withRetryDelay(ofMillis(1), null));
        assertNull("maximum hold", () -> DEFAULT.withAutoExtend(null));
        assertNull("maximum hold", () -> DEFAULT.withMaxHold(null, 1));
    }

    private static void assertRefused(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    private static void assertNull(final String what, final Executable call)
    {
        assertEquals(what, assertThrows(NullPointerException.class, call).getMessage());
    }
}
