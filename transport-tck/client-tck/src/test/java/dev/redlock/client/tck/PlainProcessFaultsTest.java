// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import java.util.Map;

import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.choice.TransportChoice;

/**
 * The slow transport with the same promises.
 */
@Tag("proof")
@Tag("client")
class PlainProcessFaultsTest extends ProcessFaults
{
    PlainProcessFaultsTest()
    {
        super(new TransportChoice("plain", Map.of()));
    }
}
