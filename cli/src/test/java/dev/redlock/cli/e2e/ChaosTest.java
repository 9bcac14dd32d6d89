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
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("once")
@Timeout(60)
class ChaosTest
{
    @Test
    void shouldComplainOfATransportsOptionBeforeAnythingStarts() throws Exception
    {
        final RedlockProcess chaos = RedlockProcess.run(List.of(), "chaos", "--seconds", "20", "--io", "foo");

        assertThat(chaos.status()).isEqualTo(2);
        assertThat(chaos.out()).isEmpty();
        assertThat(chaos.err()).contains("'foo' but must be epoll or nio");
    }

    @Test
    void shouldFailWithBothClaimsWhenAMajorityForgets() throws Exception
    {
        final RedlockProcess chaos = RedlockProcess.run(
            List.of(), "chaos", "--seconds", "20", "--seed", "7", "--planted", "forgetful_majority");

        assertThat(chaos.status()).as(chaos.out() + chaos.err()).isEqualTo(1);
        assertThat(chaos.out()).contains("seed 7; the schedule's last events", "overlap: key ");
        assertThat(chaos.out().lines()).last().asString()
            .matches("chaos: [0-9]+ acquisitions, [0-9]+ faults, [1-9][0-9]* overlaps, 0 orphans");
    }
}
