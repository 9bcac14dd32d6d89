// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.TtlRule;
import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Drift;
import dev.redlock.spi.ErrorCode;

class ClaimTest
{
    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(3);

    @Test
    void shouldExplainNothingBeforeItWasUsed()
    {
        final Caller alice = rig.caller("alice");

        rig.allCauses(alice, Cause.NOT_ASKED);
        assertThat(alice.claim.errorCode(2)).isEqualTo(ErrorCode.NONE);
        assertThat(alice.claim.errorText(2)).isEmpty();
    }

    @Test
    void shouldRefuseATimeToLiveThatDriftUsesUp()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> rig.caller("alice", Options.ttlMs(2)))
            .withMessage(
                "time to live of 2 ms is shorter than the drift allowance of 2.02 ms; use at least 3 ms");
        assertThatCode(() -> rig.caller("alice", Options.ttlMs(3))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1  | 10000  | 2000000        | is shorter than the drift allowance of 2.01 ms; use at least 3 ms
        10 | 166800 | 20000000       | is shorter than the drift allowance of 21.668 ms; use at least 25 ms
        1  | 0      | 86400000000000 | is shorter than the drift allowance of 24 h; no time to live is long \
        enough: use a smaller drift
        1  | 0      | 1000000        | leaves 0 s after the drift allowance of 1 ms, but at least 1 ns must \
        be left; use at least 2 ms
        """)
    void shouldNameTheShortestTimeToLiveThatDoes(
        final long ttlMs, final long partsPerMillion, final long constantNs, final String message)
    {
        final Drift drift = new Drift(partsPerMillion, constantNs);

        assertThatIllegalArgumentException()
            .isThrownBy(() -> TtlRule.check(Options.ttlMs(ttlMs), drift))
            .withMessage("time to live of " + ttlMs + " ms " + message);
    }

    @Test
    void shouldRefuseATimeToLiveThatLeavesTooLittle()
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> rig.caller("alice", Options.ttlMs(100,
                (set) -> set.minValidityNs = 97_000_001)))
            .withMessage("time to live of 100 ms leaves 97 ms after the drift allowance of 3 ms, but at " +
                "least 97.000001 ms must be left; use at least 101 ms");
        assertThatCode(() -> rig.caller("alice", Options.ttlMs(100, (set) -> set.minValidityNs = 97_000_000)))
            .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 86_400_001, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldRefuseATimeToLiveOutOfBounds(final long ttlMs)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> ClaimOptions.checkTtl(ttlMs))
            .withMessage("time to live is " + ttlMs + " ms but must be 1 ms to 86400000 ms (a day)");
    }

    @Test
    void shouldRefuseAMinimumValidityOutOfBounds()
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> Options.ttlMs(10, (set) -> set.minValidityNs = -1))
            .withMessageContaining("minimum validity is -1ns");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> Options.ttlMs(10, (set) -> set.minValidityNs = 10_000_000))
            .withMessageContaining("less than the time to live of 10ms");
    }

    @Test
    void shouldRefuseLimitsOutOfBounds()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> Options.ttlMs(10, (set) -> set.maxAttempts = 0))
            .withMessageContaining("attempts are limited to 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Options.ttlMs(10,
            (set) -> set.maxExtensions = -1))
            .withMessageContaining("extensions are limited to -1");
    }

    @ParameterizedTest
    @CsvSource({"-1, 5", "6, 5"})
    void shouldRefuseDelaysOutOfBounds(final long leastNs, final long mostNs)
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> Options.ttlMs(10, (set) -> set.minRetryNs = leastNs,
                (set) -> set.maxRetryNs = mostNs))
            .withMessageStartingWith("retry spread is " + mostNs +
                "ns but must not be less than the retry delay, which is " + leastNs + "ns");
    }

    @Test
    void shouldRefuseAMaximumHoldBelowTheTimeToLive()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> Options.ttlMs(10,
            (set) -> set.maxHoldNs = 9_999_999))
            .withMessage("maximum hold is 9.999999ms but must be at least the time to live of 10ms");
        assertThatCode(() -> Options.ttlMs(10,
            (set) -> set.maxHoldNs = 10_000_000)).doesNotThrowAnyException();
    }
}
