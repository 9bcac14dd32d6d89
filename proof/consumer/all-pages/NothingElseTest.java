// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who depends on all that our pages show, but for the nodes for tests, gets no library that is ours alone.
 */
class NothingElseTest
{
    @ParameterizedTest
    @ValueSource(strings =
    {
        "dev.redlock.test.FakeNodes",
        "dev.redlock.tck.TransportTck",
        "org.assertj.core.api.Assertions",
        "io.micrometer.core.instrument.MeterRegistry",
        "org.springframework.boot.health.contributor.HealthIndicator"
    })
    void shouldNotBeBrought(final String name)
    {
        assertThrows(ClassNotFoundException.class, () -> Class.forName(name));
    }
}
