// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.ClientBehaviour;
import dev.redlock.client.tck.choice.ClientMode;

/**
 * The caller's thread drives the client.
 */
@Tag("proof")
class LettuceInvokerTest extends ClientBehaviour
{
    LettuceInvokerTest()
    {
        super(Lettuce.DEFAULT, ClientMode.INVOKER);
    }
}
