// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.tck.faults.ClientMode;
import dev.redlock.tck.faults.CloseBehaviour;
import dev.redlock.tck.faults.LeaseBehaviour;
import dev.redlock.tck.faults.TransportChoice;

/**
 * What an application sees of a client that its own thread drives.
 */
@Tag("once")
class LettuceInvokerTest
{
    @Nested
    class Lease extends LeaseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Lettuce.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.INVOKER;
        }
    }

    @Nested
    class Close extends CloseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Lettuce.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.INVOKER;
        }
    }
}
