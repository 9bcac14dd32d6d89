// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;

class EngineConfigTest
{
    private static final Quorum QUORUM = Quorum.majorityOf(5);
    private static final long MS = 1_000_000;

    @Test
    void shouldFindAHalfOpenConnectionWithinTwoSecondsByDefault()
    {
        final EngineConfig config = EngineConfig.of(QUORUM);

        assertThat(config.quorum()).isSameAs(QUORUM);
        assertThat(config.drift()).isEqualTo(Drift.SPECIFICATION);
        assertThat(config.silenceNs() + config.heartbeatNs()).isLessThan(2_000 * MS);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        # attempts, in flight, timeouts, heartbeat, silence, connect, reconnects, complaint
        0,  64,  1,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, maxAttempts is 0
        1,  8,   1,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, inFlightPerNode is 8
        1,  65,  1,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, inFlightPerNode is 65
        1,  64,  0,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, timeout is bounded by 0 and 1
        1,  64,  2,  1,  500000000, 1400000000, 2000000000, 1000000, 1000000, timeout is bounded by 2 and 1
        1,  64,  1,  1,  999999,    1400000000, 2000000000, 1000000, 1000000, heartbeat 999999 ns
        1,  64,  1,  1,  500000000, 499999999,  2000000000, 1000000, 1000000, silence 499999999 ns
        1,  64,  1,  1,  500000000, 1400000000, 999999,     1000000, 1000000, connect timeout 999999 ns
        1,  64,  1,  1,  500000000, 1400000000, 2000000000, 999999,  1000000, bounded by 999999 and 1000000
        1,  64,  1,  1,  500000000, 1400000000, 2000000000, 1000001, 1000000, bounded by 1000001 and 1000000
        """)
    void shouldRefuseWhatMakesNoSense(final int attempts, final int inFlight, final long minTimeoutNs,
        final long maxTimeoutNs, final long heartbeatNs, final long silenceNs, final long connectNs,
        final long minReconnectNs, final long maxReconnectNs, final String complaint)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> EngineConfig.builder(QUORUM)
            .maxAttempts(attempts).inFlightPerNode(inFlight)
            .minNodeTimeoutNs(minTimeoutNs).maxNodeTimeoutNs(maxTimeoutNs)
            .heartbeatNs(heartbeatNs).silenceNs(silenceNs).connectTimeoutNs(connectNs)
            .minReconnectNs(minReconnectNs).maxReconnectNs(maxReconnectNs).build())
            .withMessageContaining(complaint);
    }

    @Test
    void shouldNeedAQuorumAndADrift()
    {
        assertThatNullPointerException().isThrownBy(() -> EngineConfig.of(null)).withMessage("quorum");
        assertThatNullPointerException()
            .isThrownBy(() -> EngineConfig.builder(QUORUM).drift(null).build()).withMessage("drift");
    }
}
