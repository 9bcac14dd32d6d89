// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.faults;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The whole client over a transport, against real servers that fail in every way we know. A test class of the
 * transport extends it; long tests carry the tag {@code proof}.
 */
public abstract class ClientFaults extends ClientSuites
{
    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     */
    protected ClientFaults(final TransportChoice transport)
    {
        super(transport, ClientMode.DEDICATED_BLOCKING);
    }

    @Nested
    class TruthTable extends QuorumTruthTable
    {
    }

    @Nested
    class Late extends LateAnswers
    {
    }

    @Nested
    class HeldRequests extends LateRequests
    {
    }

    @Nested
    class Split extends SplitVote
    {
    }

    @Nested
    class Dying extends DyingNodes
    {
    }

    @Nested
    @Tag("proof")
    class Stopped extends StoppedNodes
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Machine extends SharedMachine
    {
    }

    @Nested
    @Tag("proof")
    class Clocks extends WrongClocks
    {
    }

    @Nested
    class Cuts extends CutConnections
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Outages extends OutagesUnderLeases
    {
    }

    @Nested
    @Tag("proof")
    class Once extends AtMostOnce
    {
    }

    @Nested
    class Errors extends ServerErrors
    {
    }

    @Nested
    @Tag("proof")
    class Unfit extends UnfitNodes
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Disabled extends DisabledCommands
    {
    }

    @Nested
    @Tag("proof")
    class Roles extends RoleChanges
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Flapped extends FlappedNodes
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Quarantined extends QuarantinedNodes
    {
    }

    @Nested
    @Tag("proof")
    class Emptied extends EmptiedNodes
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Declared extends DeclaredNodes
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Evicting extends EvictingNodes
    {
    }

    @Nested
    class Questions extends OperatorQuestions
    {
    }

    @Nested
    class Wrong extends WrongAnswers
    {
    }

    @Nested
    class Tokens extends SlowCredentials
    {
    }

    @Nested
    @Tag("ours")
    class Flooding extends FloodingNodes
    {
    }

    @Nested
    @Tag("proof")
    class Mutated extends MutatedAnswers
    {
    }

    @Nested
    @Tag("proof")
    @Tag("ours")
    class Tls extends TlsWords
    {
    }

    @Nested
    @Tag("proof")
    class Refused extends RefusedReleases
    {
    }

    @Nested
    class Rights extends LeastRights
    {
    }

    @Nested
    @Tag("proof")
    class LeftBehind extends NothingLeftBehind
    {
    }

    @Nested
    @Tag("proof")
    @Tag("ours")
    class Stays extends NothingStays
    {
    }

    @Nested
    @Tag("proof")
    class Processes extends ManyProcesses
    {
    }

    @Nested
    @Tag("proof")
    class Fresh extends FreshJvm
    {
    }

    @Nested
    @Tag("proof")
    class Deaf extends FullStderr
    {
    }

    @Nested
    class Fenced extends FencedLocks
    {
    }

    @Nested
    class Durable extends DurableLocks
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Silent extends SilentConnections
    {
    }

    @Nested
    class Strength extends LeaseStrength
    {
    }
}
