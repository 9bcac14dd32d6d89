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
package dev.redlock.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class PercentilesTest
{
    private static Percentiles of(final int points)
    {
        return new Percentiles(
            IntStream.range(0, points).mapToObj(i -> Math.pow(10, 5.0 * i / points)).toList(),
            IntStream.range(0, points).mapToObj(i -> 1.0 + i).toList());
    }

    @Test
    void shouldKeepAShortCurve()
    {
        assertThat(of(50).thinned()).isEqualTo(of(50));
    }

    @Test
    void shouldThinALongCurveAndKeepItsEnds()
    {
        final Percentiles thin = of(10_000).thinned();

        assertThat(thin.inverse()).hasSizeBetween(190, 210).isSorted().hasSameSizeAs(thin.value());
        assertThat(thin.value().get(0)).isEqualTo(1.0);
        assertThat(thin.value().get(thin.value().size() - 1)).isEqualTo(10_000.0);
        assertThat(of(10_000).inverse()).containsAll(thin.inverse());
    }
}
