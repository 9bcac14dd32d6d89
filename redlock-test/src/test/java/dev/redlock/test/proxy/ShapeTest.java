// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;

class ShapeTest
{
    private static final long T0 = Long.MAX_VALUE - 50;

    @Test
    void shouldLetEverythingGoAtOnce()
    {
        assertThat(Shape.WHOLE.burst(1_000, false, T0, T0, T0)).isEqualTo(1_000);
    }

    @Test
    void shouldLetSingleBytesGoOneAfterTheOther()
    {
        assertThat(Shape.SPLIT.burst(1_000, false, T0, T0, T0)).isEqualTo(1);
        assertThat(Shape.SPLIT.burst(1, true, T0, T0, T0)).isEqualTo(1);
    }

    @Test
    void shouldLetAFewBytesGoPerInterval()
    {
        final Shape shape = Shape.trickle(3, Duration.ofNanos(100));

        assertThat(shape.burst(10, false, T0, T0, T0 + 99)).isZero();
        assertThat(shape.retryNs(T0, T0, T0 + 99)).isEqualTo(T0 + 100);
        assertThat(shape.burst(10, true, T0, T0, T0 + 100)).isEqualTo(3);
        assertThat(shape.burst(2, false, T0, T0, T0 + 100)).isEqualTo(2);
    }

    @Test
    void shouldGatherByNumberAndByTime()
    {
        final Shape shape = Shape.coalesce(10, Duration.ofNanos(100));

        assertThat(shape.burst(9, false, T0, T0, T0 + 99)).isZero();
        assertThat(shape.retryNs(T0, T0, T0 + 99)).isEqualTo(T0 + 100);
        assertThat(shape.burst(9, false, T0, T0, T0 + 100)).isEqualTo(9);
        assertThat(shape.burst(12, false, T0, T0, T0)).isEqualTo(12);
        assertThat(shape.burst(1, true, T0, T0, T0)).isEqualTo(1);
    }
}
