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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SvgPathTest
{
    @Test
    void shouldWriteStepsRelativeToThePointBefore()
    {
        assertThat(SvgPath.compact("M10.0,20.5 L10.0,-1.0 L-3.2,-1.0 Z"))
            .isEqualTo("m10 20.5l0-21.5-13.2 0Z");
        assertThat(SvgPath.compact("M1,1 Q2,2 3,1 Q3.5,0.9 4,1.1")).isEqualTo("m1 1q1 1 2 0 .5-.1 1 .1");
        assertThat(SvgPath.compact("M0,0 C1,1 2,2 3,3")).isEqualTo("m0 0c1 1 2 2 3 3");
    }

    @Test
    void shouldGoOnFromWhereAClosedFigureBegan()
    {
        assertThat(SvgPath.compact("M5,5 L6,5 L6,6 Z M7,7 L8,8")).isEqualTo("m5 5l1 0 0 1Zm2 2l1 1");
    }

    @Test
    void shouldLeaveOutStepsThatLeadNowhere()
    {
        assertThat(SvgPath.compact("M5,5 L5,5 L6,5")).isEqualTo("m5 5l1 0");
    }

    @Test
    void shouldRefuseAStepThatItDoesNotKnow()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> SvgPath.compact("M5,5 A1,1 0 0 0 3,3"))
            .withMessageContaining("A1,1");
    }

    @Test
    void shouldChangeNothingButPaths()
    {
        assertThat(SvgPath.compactAll("<rect id=\"M1,1 L2,2\"/><path style=\"a\" d=\"M1,1 L2,2\"/>"))
            .isEqualTo("<rect id=\"M1,1 L2,2\"/><path style=\"a\" d=\"m1 1l1 1\"/>");
    }
}
