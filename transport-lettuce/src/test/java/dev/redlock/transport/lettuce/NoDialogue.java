// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;

/**
 * Asks nothing and refuses nothing.
 */
final class NoDialogue implements Dialogue
{
    @Override
    public byte[][] next()
    {
        return null;
    }

    @Override
    public void onAnswer(final Answer answer)
    {
        throw new AssertionError("an answer to no question");
    }

    @Override
    public String refusal()
    {
        return null;
    }
}
