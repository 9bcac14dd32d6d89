// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.choice.ClientMode;

/**
 * Callers drive the client.
 */
@Tag("proof")
class FakeNodesInvokerTest extends FakeNodesBehaviour
{
    FakeNodesInvokerTest()
    {
        super(ClientMode.INVOKER);
    }
}
