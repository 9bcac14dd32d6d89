/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.testkit.proxy;

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
