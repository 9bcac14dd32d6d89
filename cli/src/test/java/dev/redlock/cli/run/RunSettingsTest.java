// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

class RunSettingsTest
{
    private static RunSettings settings(final long ttlMs, final long maxHoldMs, final long graceMs)
    {
        return new RunSettings("k", Duration.ofMillis(ttlMs), Duration.ofMillis(maxHoldMs),
            Duration.ofMillis(graceMs), false, false, false, List.of("true"));
    }

    @Test
    void shouldGiveAThirdOfTheTtlButNotMoreThanFiveSeconds()
    {
        assertThat(RunSettings.defaultGrace(Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(1));
        assertThat(RunSettings.defaultGrace(Duration.ofSeconds(15))).isEqualTo(Duration.ofSeconds(5));
        assertThat(RunSettings.defaultGrace(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void shouldHoldForAnHourOrOneTtl()
    {
        assertThat(RunSettings.defaultMaxHold(Duration.ofSeconds(30))).isEqualTo(Duration.ofHours(1));
        assertThat(RunSettings.defaultMaxHold(Duration.ofHours(2))).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void shouldRefuseAGraceThatWouldEndEveryCommand()
    {
        assertThat(settings(1000, 1000, 500).grace()).isEqualTo(Duration.ofMillis(500));
        assertThatThrownBy(() -> settings(1000, 1000, 501))
            .hasMessageContaining("--grace is 501ms but must be at most half of --ttl, 500ms");
    }

    @Test
    void shouldRefuseAHoldThatIsShorterThanOneTtl()
    {
        assertThatThrownBy(() -> settings(1000, 999, 0)).hasMessageContaining("--max-hold is 999ms");
    }

    @Test
    void shouldKnowItsLimit()
    {
        final RunSettings settings = settings(3000, 10_000, 1000);

        assertThat(settings.isAtLimit(Duration.ofMillis(9900).toNanos())).isTrue();
        assertThat(settings.isAtLimit(Duration.ofMillis(9000).toNanos())).isFalse();
    }
}
