// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedTransport.Link;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;

/**
 * Level STRICT: heartbeats look at the marker of a node, since without a lock no command does.
 */
class MarkedNodeTest
{
    private static final int BEAT_MS = 500;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.of(Limits.of(3, (set) -> set.quarantine = QuarantineLevel.STRICT));

    @Test
    void shouldLoseALeaseWhenAHeartbeatShowsThatANodeWasEmptied()
    {
        final Caller alice = rig.caller("alice");
        rig.acquires(alice).grants(0, 1).refuses(2).heldBy(alice).advanceMs(BEAT_MS);
        rig.heldBy(alice).counted(Counter.QUARANTINES, 0);

        rig.marked(0, null).advanceMs(BEAT_MS);
        rig.told(alice, "acquired 1", "lost REFUSED").counted(Counter.QUARANTINES, 1);
        assertThat(rig.news).containsSubsequence("n0 quarantined: EMPTIED",
            "n0 down LOCAL: has lost its incarnation marker, or has another one: its keys may be gone, and " +
                "its votes are dropped");
        rig.marked(0, EngineRig.MARKER);
    }

    @Test
    void shouldOnlyAskAgainWhoANodeIsThatWasDeclaredAnew()
    {
        final Caller alice = rig.caller("alice");
        rig.acquires(alice).grants(0, 1).refuses(2);
        rig.marked(0, EngineRig.MARKER + " and more").advanceMs(BEAT_MS).heldBy(alice);
        rig.link(0, Link.DOWN).counted(Counter.QUARANTINES, 0).marked(0, EngineRig.MARKER);
    }

    /**
     * The place for that question is kept free, too, however many answers the node owes.
     */
    @Test
    void shouldLookAtTheMarkerUnderAnyLoad()
    {
        rig = EngineRig.of(Limits.of(1, (set) -> set.quarantine = QuarantineLevel.STRICT,
            (set) -> set.maxLocks = 100, (set) -> set.maxInFlightPerNode = 16));
        final Caller[] callers = IntStream.range(0, 12).mapToObj(
            (i) -> rig.caller("caller " + i, "key " + i, Options.plain())).toArray(Caller[]::new);
        for (final Caller caller : callers)
        {
            rig.acquires(caller);
        }
        rig.cancels(callers[0]);
        final long markers = rig.sent(OperationKind.MARKER);
        final long roles = rig.sent(OperationKind.REPLICATION);

        rig.advanceMs(BEAT_MS + 100);
        rig.sent(OperationKind.MARKER, markers + 1).sent(OperationKind.REPLICATION, roles + 1);
    }
}
