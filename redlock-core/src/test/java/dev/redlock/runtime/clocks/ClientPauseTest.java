// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.ClientRig;
import dev.redlock.runtime.client.Handle;
import dev.redlock.runtime.client.Heard;
import dev.redlock.runtime.client.WithRig;

/**
 * A process that was suspended together with its monotonic clock.
 */
class ClientPauseTest
{
    private final AtomicLong monotonicNs = new AtomicLong(Long.MAX_VALUE - 5_000_000);
    private final AtomicLong wallMs = new AtomicLong(1_800_000_000_000L);
    private final LeaseClock clock = new LeaseClock(monotonicNs::get, wallMs::get);

    @WithRig
    void shouldNotHoldAfterAPauseBeyondTheTimeToLive(final ClientRig rig)
    {
        final Heard heard = new Heard();
        final Handle handle = rig.handle("k", heard);
        final long term = ClientRig.acquire(handle, 0);
        assertThat(handle.remainingNs(term)).isPositive();

        rig.wallAheadMs.set(31_000);
        assertThat(handle.grants(term)).as("whoever wakes first").isZero();
        assertThat(handle.remainingNs(term)).isZero();
        rig.await("loss", () -> rig.client.meter().value(Counter.LEASES_LOST) == 1);
        assertThat(rig.client.meter().value(Counter.CLIENT_PAUSES)).isEqualTo(1);
        assertThat(handle.release(term)).isEqualTo(Outcome.EXPIRED);
        assertThat(ClientRig.acquire(handle, ClientRig.PATIENCE_NS)).as("what comes after")
            .isGreaterThan(term);
    }

    @WithRig
    void shouldLoseTheTimeOfAShorterPauseOnce(final ClientRig rig)
    {
        final Handle handle = rig.handle("k");
        final long term = ClientRig.acquire(handle, 0);

        rig.wallAheadMs.set(10_000);
        assertThat(handle.remainingNs(term)).isLessThan(20 * ClientRig.SECOND_NS);
        rig.await("the engine sees it",
            () -> rig.client.meter().value(Counter.CLIENT_PAUSES) == 1);
        assertThat(handle.remainingNs(term)).isBetween(1L, 20 * ClientRig.SECOND_NS);
    }

    @WithRig
    void shouldLoseNoMoreIfTheEngineStoodStillWhileItLooked(final ClientRig rig)
    {
        final Handle handle = rig.handle("k");
        final long term = ClientRig.acquire(handle, 0);

        rig.stallMs.set(8_000);
        rig.await("the engine sees it",
            () -> rig.client.meter().value(Counter.CLIENT_PAUSES) > 0);
        // For a moment both the engine and the handle's clock take them off.
        rig.await("eight seconds passed, and eight are lost",
            () -> handle.remainingNs(term) >= 8 * ClientRig.SECOND_NS);
        assertThat(handle.remainingNs(term)).isLessThanOrEqualTo(14 * ClientRig.SECOND_NS);
    }

    @WithRig
    void shouldNotMindAWallClockThatIsSetBack(final ClientRig rig)
    {
        final Handle handle = rig.handle("k");
        final long term = ClientRig.acquire(handle, 0);

        rig.wallAheadMs.set(-3_600_000);
        assertThat(handle.remainingNs(term)).isPositive();
        assertThat(handle.extend(term, 0)).isEqualTo(Outcome.EXTENDED);
        assertThat(rig.client.meter().value(Counter.CLIENT_PAUSES)).isZero();
    }

    @Test
    void shouldShowTheMonotonicTimeAsLongAsBothClocksGoTogether()
    {
        assertThat(clock.nanoTime()).isEqualTo(monotonicNs.get());
        monotonicNs.addAndGet(20_000_000);
        wallMs.addAndGet(20);
        assertThat(clock.nanoTime()).as("the number has wrapped around").isEqualTo(monotonicNs.get());
        wallMs.addAndGet(9);
        assertThat(clock.nanoTime()).as("less than the slack").isEqualTo(monotonicNs.get());
    }

    @Test
    void shouldAddWhatTheMonotonicClockHasMissedUntilTheEngineKnows()
    {
        wallMs.addAndGet(60_000);
        assertThat(clock.nanoTime() - monotonicNs.get()).isBetween(60_000_000_000L, 60_010_000_000L);

        clock.know((wallMs.get() + 1) * 1_000_000 - monotonicNs.get());
        assertThat(clock.nanoTime()).isEqualTo(monotonicNs.get());
    }
}
