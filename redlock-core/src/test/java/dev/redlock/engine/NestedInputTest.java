// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.port.ClaimListener;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedKey;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * A listener that calls its engine back would find it in the middle of something.
 */
class NestedInputTest
{
    private final EngineRig rig = EngineRig.unconnected(Limits.of(3));
    private final Claim claim = new Claim(
        rig.config, new ScriptedKey("orders"), new KeyLine(), Options.plain(), new Impatient());
    private boolean isToCallBack;
    private Outcome told;

    @Test
    void shouldBeNoticedWithAdvice()
    {
        rig.engine.acquire(claim, 0, rig.nowNs());
        rig.engine.acquire(claim, 0, rig.nowNs());
        assertThat(told).as("one after the other").isEqualTo(Outcome.NO_QUORUM);
        isToCallBack = true;

        assertThatIllegalStateException().isThrownBy(() -> rig.engine.acquire(claim, 0, rig.nowNs()))
            .withMessageContaining("a listener, or the transport, has called back")
            .withMessageContaining("call when the input has returned");
        assertThatIllegalStateException().as("after one that threw")
            .isThrownBy(() -> rig.engine.doWork(rig.nowNs())).withMessageContaining("after one that threw");
    }

    private final class Impatient implements ClaimListener
    {
        @Override
        public void onDenied(final Outcome outcome)
        {
            told = outcome;
            if (isToCallBack)
            {
                rig.engine.acquire(claim, 0, rig.nowNs());
            }
        }

        @Override
        public void onAcquired(final long term, final long validUntilNs)
        {
            throw new AssertionError("nobody grants");
        }

        @Override
        public void onValidity(final long term, final long validUntilNs)
        {
            // Never held.
        }

        @Override
        public void onExtended(final long term, final Outcome outcome)
        {
            // Never held.
        }

        @Override
        public void onReleased(final long term, final Outcome outcome)
        {
            // Never held.
        }

        @Override
        public void onLost(final long term, final LostReason reason)
        {
            // Never held.
        }
    }
}
