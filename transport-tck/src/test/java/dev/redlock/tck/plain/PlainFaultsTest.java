// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
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
package dev.redlock.tck.plain;

import java.util.Map;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.tck.faults.AtMostOnce;
import dev.redlock.tck.faults.ClientMode;
import dev.redlock.tck.faults.CloseBehaviour;
import dev.redlock.tck.faults.CutConnections;
import dev.redlock.tck.faults.DyingNodes;
import dev.redlock.tck.faults.FreshJvm;
import dev.redlock.tck.faults.LateAnswers;
import dev.redlock.tck.faults.LateRequests;
import dev.redlock.tck.faults.LeaseBehaviour;
import dev.redlock.tck.faults.ListenerBehaviour;
import dev.redlock.tck.faults.LockViewBehaviour;
import dev.redlock.tck.faults.NothingLeftBehind;
import dev.redlock.tck.faults.QuorumTruthTable;
import dev.redlock.tck.faults.ServerErrors;
import dev.redlock.tck.faults.SplitVote;
import dev.redlock.tck.faults.StoppedNodes;
import dev.redlock.tck.faults.TransportChoice;
import dev.redlock.tck.faults.UnfitNodes;
import dev.redlock.tck.faults.ValidityBehaviour;
import dev.redlock.tck.faults.WaitingBehaviour;
import dev.redlock.tck.faults.WrongAnswers;

/**
 * The whole client over the plain transport, against real servers, in the default mode.
 */
@Tag("once")
class PlainFaultsTest
{
    private static final TransportChoice PLAIN = new TransportChoice("plain", Map.of());

    @Nested
    class TruthTable extends QuorumTruthTable
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Late extends LateAnswers
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class HeldRequests extends LateRequests
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Split extends SplitVote
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Dying extends DyingNodes
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Stopped extends StoppedNodes
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Cuts extends CutConnections
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Once extends AtMostOnce
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Errors extends ServerErrors
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Unfit extends UnfitNodes
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Wrong extends WrongAnswers
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class LeftBehind extends NothingLeftBehind
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Fresh extends FreshJvm
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }
    }

    @Nested
    class Lease extends LeaseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class Listener extends ListenerBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class Validity extends ValidityBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class Waiting extends WaitingBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class Close extends CloseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class LockView extends LockViewBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return PLAIN;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }
}
