// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

/**
 * One replacement in one source file.
 *
 * @param file        relative to the root of the project.
 * @param original    a piece of the file that occurs once.
 * @param replacement what is to be there instead.
 */
record Edit(String file, String original, String replacement)
{
    /**
     * Applies it.
     *
     * @param source text of the file.
     * @param number of the mutant, for the complaint.
     * @return the text with the replacement.
     * @throws IllegalStateException if the original is not there, or more than once.
     */
    String apply(final String source, final int number)
    {
        final int at = source.indexOf(original);
        if (at < 0 || source.indexOf(original, at + 1) >= 0)
        {
            throw new IllegalStateException("planted bug " + number + " wants to replace a piece of " + file +
                " that is there " + (at < 0 ? "no longer" : "more than once") + ": plant the same bug in " +
                "the source as it is now (proof/src/test/mutants). The piece is:\n" + original);
        }

        return source.substring(0, at) + replacement + source.substring(at + original.length());
    }
}
