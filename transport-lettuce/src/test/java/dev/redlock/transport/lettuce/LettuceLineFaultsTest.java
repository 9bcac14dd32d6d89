// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.LineFaults;

/**
 * Over clients of Lettuce that are this transport's own.
 */
@Tag("proof")
class LettuceLineFaultsTest extends LineFaults
{
    LettuceLineFaultsTest()
    {
        super(Lettuce.DEFAULT);
    }
}
