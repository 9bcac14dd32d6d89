// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.faults;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The whole client over a transport, against real servers that fail in every way we know. A test class of the
 * transport extends it; long tests carry the tag {@code proof}.
 */
public abstract class ClientFaults
{
    private final TransportChoice transport;

    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     */
    protected ClientFaults(final TransportChoice transport)
    {
        this.transport = transport;
    }

    @Nested
    class TruthTable extends QuorumTruthTable
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Late extends LateAnswers
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class HeldRequests extends LateRequests
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Split extends SplitVote
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Dying extends DyingNodes
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    @Tag("proof")
    class Stopped extends StoppedNodes
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Cuts extends CutConnections
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    @Tag("proof")
    class Once extends AtMostOnce
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Errors extends ServerErrors
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Unfit extends UnfitNodes
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Roles extends RoleChanges
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Questions extends OperatorQuestions
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Wrong extends WrongAnswers
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Refused extends RefusedReleases
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    class Rights extends LeastRights
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    @Tag("proof")
    class LeftBehind extends NothingLeftBehind
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    @Tag("proof")
    class Processes extends ManyProcesses
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    @Tag("proof")
    class Fresh extends FreshJvm
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }

    @Nested
    @Tag("proof")
    class Deaf extends FullStderr
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }
    }
}
