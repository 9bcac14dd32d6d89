// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import dev.redlock.spi.Answer;
import dev.redlock.spi.DownReason;

/**
 * What becomes of one attempt to connect to a node that is not well.
 */
public sealed interface FakeFate
{
    /**
     * It ends for a reason, with words for people; null for no end at all.
     */
    record End(DownReason reason, String detail) implements FakeFate
    {
    }

    /**
     * A question of the dialogue is answered in another way.
     */
    record Retort(String command, Answer answer) implements FakeFate
    {
    }

    /**
     * The connection comes up, and is closed then.
     */
    record Close() implements FakeFate
    {
    }

    /**
     * The connection comes up, and then nothing is answered.
     */
    record Silence() implements FakeFate
    {
    }
}
