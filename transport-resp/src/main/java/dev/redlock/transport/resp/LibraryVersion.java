// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * The version of a library under a transport. A user's platform may bring an older one than the transport was
 * compiled against; then classes or methods are missing.
 */
public final class LibraryVersion
{
    private LibraryVersion()
    {
    }

    /**
     * For a transport that did not link when it was opened.
     *
     * @param transport name of the transport.
     * @param library   as people call it, with the least version that works.
     * @param found     version on the class path; null if it does not say.
     * @param property  by which Maven builds that inherit from a platform choose another.
     * @param cause     what is missing.
     * @return to be thrown.
     */
    public static IllegalStateException tooOld(final String transport, final String library,
        final String found, final String property, final LinkageError cause)
    {
        return new IllegalStateException("transport '" + transport + "' needs " + library +
            " or newer, but found " + (found == null ? "another (of an unknown version)" : found) +
            "; set the Maven property " + property + ", or list that version before your platform's BOM",
            cause);
    }
}
