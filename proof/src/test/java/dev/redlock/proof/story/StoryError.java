// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

/**
 * A story that cannot be told: a word that nobody knows, or a check that does not hold. Rewriting does not
 * help.
 */
final class StoryError extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    StoryError(final String message)
    {
        super(message);
    }
}
