// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.nio.charset.StandardCharsets;

import dev.redlock.admission.Scripts;
import dev.redlock.cli.common.Questions;
import dev.redlock.cli.common.Questions.NoAnswer;
import dev.redlock.spi.Answer;

/**
 * Deletes a key from a node, but only what was seen there: a lock that somebody else has taken since is left
 * alone, so that what is said to be deleted is what was deleted.
 */
final class KeyRemover
{
    private static final byte[] EVAL = {'E', 'V', 'A', 'L'};
    private static final byte[] ONE = {'1'};
    private static final byte[] SCRIPT = Scripts.release().text().getBytes(StandardCharsets.UTF_8);

    private final Questions questions;
    private final byte[] key;

    KeyRemover(final Questions questions, final byte[] key)
    {
        this.questions = questions;
        this.key = key;
    }

    Result remove(final int nodeIndex, final Sighting sighting)
    {
        switch (sighting.state())
        {
            case FREE:
                return new Result(true, "nothing to delete");

            case FOREIGN:
                return new Result(false, "left alone: not a lock, but a key of type " + sighting.detail());

            case UNKNOWN:
                return new Result(false, "not reached, the lock may still be there: " + sighting.detail());

            default:
                return delete(nodeIndex, sighting);
        }
    }

    private Result delete(final int nodeIndex, final Sighting sighting)
    {
        final String seen = "holder " + sighting.holder() + ", " + sighting.ttl() +
            (sighting.ttlMs() == Sighting.NEVER ? "" : " left");
        try
        {
            final Answer answer = questions.ask(nodeIndex, EVAL, SCRIPT, ONE, key, sighting.token());
            if (answer.isError())
            {
                return new Result(false, "not deleted (" + seen + "): " + answer.text());
            }

            return answer.number() == 1 ? new Result(true, "deleted (" + seen + ")") :
                new Result(true, "gone before it was deleted (" + seen + ")");
        }
        catch (final NoAnswer ex)
        {
            return new Result(false, "perhaps deleted (" + seen + "): " + ex.getMessage());
        }
    }

    /**
     * What became of the key on one node.
     *
     * @param isGone whether the lock that was seen is certainly gone.
     * @param words  for people.
     */
    record Result(boolean isGone, String words)
    {
    }
}
