// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
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
