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
import dev.redlock.testkit.faults.CloseBehaviour;
import dev.redlock.testkit.faults.LeaseBehaviour;
import dev.redlock.testkit.faults.ListenerBehaviour;
import dev.redlock.testkit.faults.LockViewBehaviour;
import dev.redlock.testkit.faults.TransportChoice;
import dev.redlock.testkit.faults.ValidityBehaviour;
import dev.redlock.testkit.faults.WaitingBehaviour;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * What an application sees of a client whose thread never sleeps.
 */
@Tag("once")
class NettyYieldingTest
{
    @Nested
    class Lease extends LeaseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_YIELDING;
        }
    }

    @Nested
    class Listener extends ListenerBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_YIELDING;
        }
    }

    @Nested
    class Validity extends ValidityBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_YIELDING;
        }
    }

    @Nested
    class Waiting extends WaitingBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_YIELDING;
        }
    }

    @Nested
    class Close extends CloseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_YIELDING;
        }
    }

    @Nested
    class LockView extends LockViewBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_YIELDING;
        }
    }
}
