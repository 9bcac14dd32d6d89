// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;
import dev.redlock.text.DurationText;

class EngineConfigTest
{
    private static final Quorum QUORUM = Quorum.majorityOf(5);
    private static final long MS = 1_000_000;

    private static EngineConfig with(final Consumer<EngineConfig.Draft> change)
    {
        return new EngineConfig.Draft().with(change).conclude();
    }

    @Test
    void shouldFindAHalfOpenConnectionWithinTwoSecondsByDefault()
    {
        final EngineConfig config = with((draft) -> draft.quorum = QUORUM);

        assertThat(config.quorum()).isSameAs(QUORUM);
        assertThat(config.drift()).isEqualTo(Drift.SPECIFICATION);
        assertThat(config.silenceNs() + config.heartbeatNs()).isLessThan(2_000 * MS);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        # locks, in flight, timeouts, heartbeat, silence, connect, reconnects, complaint
        0,  64,  1,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, maxLocks is 0
        1,  8,   1,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, maxInFlightPerNode is 8
        1,  65,  1,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, maxInFlightPerNode is 65
        1,  64,  0,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, minNodeTimeout is 0s
        1,  64,  2,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, maxNodeTimeout is 1ns
        1,  64,  1,  1,  999999,    1400000000, 2000000000, 1000000, 1000000, heartbeat 999.999us
        1,  64,  1,  1,  500000000, 499999999,  2000000000, 1000000, 1000000, silence 499.999999ms
        1,  64,  1,  1,  500000000, 1400000000, 999999,     1000000, 1000000, connectTimeout is 999.999us
        1,  64,  1,  1,  500000000, 1400000000, 2000000000, 999999,  1000000, bounded by 999.999us and 1ms
        1,  64,  1,  1,  500000000, 1400000000, 2000000000, 1000001, 1000000, bounded by 1.000001ms and 1ms
        """)
    void shouldRefuseWhatMakesNoSense(final int locks, final int inFlight, final long minTimeoutNs,
        final long maxTimeoutNs, final long heartbeatNs, final long silenceNs, final long connectNs,
        final long minReconnectNs, final long maxReconnectNs, final String complaint)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> with((draft) ->
        {
            draft.quorum = QUORUM;
            draft.maxLocks = locks;
            draft.maxInFlightPerNode = inFlight;
            draft.minNodeTimeoutNs = minTimeoutNs;
            draft.maxNodeTimeoutNs = maxTimeoutNs;
            draft.heartbeatNs = heartbeatNs;
            draft.silenceNs = silenceNs;
            draft.connectTimeoutNs = connectNs;
            draft.minReconnectNs = minReconnectNs;
            draft.maxReconnectNs = maxReconnectNs;
        })).withMessageContaining(complaint);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 999_999, 86_400_000_000_001L})
    void shouldBoundTheLongestTimeToLive(final long longestNs)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> with((draft) -> draft.longestTtlNs = longestNs))
            .withMessageStartingWith(
                "longestTtl is " + DurationText.of(longestNs) + " but must be 1ms to 24h: ");
    }

    @Test
    void shouldNeedAQuorumAndADrift()
    {
        assertThatNullPointerException().isThrownBy(() -> with((draft) -> draft.quorum = null))
            .withMessage("quorum");
        assertThatNullPointerException().isThrownBy(() -> with((draft) -> draft.drift = null))
            .withMessage("drift");
    }
}
