// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.choice.ClientMode;

/**
 * The client has a thread of its own, as by default.
 */
@Tag("proof")
class FakeNodesBlockingTest extends FakeNodesBehaviour
{
    FakeNodesBlockingTest()
    {
        super(ClientMode.DEDICATED_BLOCKING);
    }
}
