// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos.claim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.LostReason;

class OpenClaimTest
{
    private static final long TERM = 7;

    private long nowNs = 1_000;
    private long deadlineNs = 2_000;

    @Test
    void shouldEndWithTheLastLookThatSawItHeld()
    {
        final OpenClaim claim = claim(false);
        nowNs = 1_500;
        assertThat(claim.look()).isTrue();
        nowNs = 1_600;
        deadlineNs = 0;
        assertThat(claim.look()).isFalse();

        assertThat(claim.interval().fromNs()).isEqualTo(1_000);
        assertThat(claim.interval().untilNs()).isEqualTo(1_500);
    }

    @Test
    void shouldLastToItsDeadlineWhenTheProcessStoodStillBeyondIt()
    {
        final OpenClaim claim = claim(false);
        nowNs = 9_000;
        claim.look();
        claim.lost(TERM, LostReason.EXPIRED);

        assertThat(claim.interval().untilNs()).isEqualTo(2_000);
    }

    @Test
    void shouldNotLastToADeadlineThatWasTakenBack()
    {
        final OpenClaim claim = claim(false);
        nowNs = 1_500;
        claim.look();
        nowNs = 1_600;
        deadlineNs = 1_550;
        claim.lost(TERM, LostReason.EXPIRED);

        assertThat(claim.interval().untilNs()).isEqualTo(1_500);
        assertThat(claim.interval().end()).isEqualTo("SHORTENED");
    }

    @Test
    void shouldClaimNothingWhenItsProcessStoodStillBeforeTheFirstLook()
    {
        nowNs = 9_000;
        final OpenClaim claim = claim(false);
        claim.lost(TERM, LostReason.EXPIRED);

        assertThat(claim.interval().end()).isEqualTo(ClaimedInterval.NEVER_HELD);
        final ClaimedInterval other =
            new ClaimedInterval("other", claim.interval().key(), 1, 8_000, 10_000, "RELEASED");
        assertThat(claim.interval().overlaps(other)).isFalse();
        assertThat(other.overlaps(claim.interval())).isFalse();
    }

    @Test
    void shouldIgnoreTheLossOfAnotherTerm()
    {
        final OpenClaim claim = claim(false);
        nowNs = 9_000;
        claim.look();
        claim.lost(TERM - 1, LostReason.EXPIRED);

        assertThat(claim.interval().untilNs()).isEqualTo(1_000);
    }

    @Test
    void shouldLastAsLongAsADeafClientLooks()
    {
        final OpenClaim claim = claim(true);
        nowNs = 9_000;
        assertThat(claim.look()).isTrue();

        assertThat(claim.interval().untilNs()).isEqualTo(9_000);
    }

    private OpenClaim claim(final boolean isDeaf)
    {
        return new OpenClaim(() -> nowNs, () -> Math.max(0, deadlineNs - nowNs), "alice", 1, 1, TERM, isDeaf);
    }
}
