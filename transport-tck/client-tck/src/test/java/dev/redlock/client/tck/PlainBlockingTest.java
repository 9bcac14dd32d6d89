// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import java.util.Map;

import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;

/**
 * The client's thread blocks in the transport, as it does by default.
 */
@Tag("proof")
@Tag("client")
class PlainBlockingTest extends ClientBehaviour
{
    PlainBlockingTest()
    {
        super(new TransportChoice("plain", Map.of()), ClientMode.DEDICATED_BLOCKING);
    }
}
