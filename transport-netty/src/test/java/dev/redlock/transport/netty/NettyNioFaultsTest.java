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
package dev.redlock.transport.netty;

import dev.redlock.testkit.faults.ClientMode;
import dev.redlock.testkit.faults.CutConnections;
import dev.redlock.testkit.faults.LateRequests;
import dev.redlock.testkit.faults.LeaseBehaviour;
import dev.redlock.testkit.faults.NothingLeftBehind;
import dev.redlock.testkit.faults.QuorumTruthTable;
import dev.redlock.testkit.faults.TransportChoice;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The whole client over this transport with NIO: where the two ways to the sockets could differ.
 */
@Tag("once")
class NettyNioFaultsTest
{
    @Nested
    class TruthTable extends QuorumTruthTable
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.NIO;
        }
    }

    @Nested
    class Cuts extends CutConnections
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.NIO;
        }
    }

    @Nested
    class HeldRequests extends LateRequests
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.NIO;
        }
    }

    @Nested
    class LeftBehind extends NothingLeftBehind
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.NIO;
        }
    }

    @Nested
    class Lease extends LeaseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.NIO;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }
}
