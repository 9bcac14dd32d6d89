// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import java.util.function.Supplier;

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
     * @param found     version that is there; null if it does not say. May fail to link, too.
     * @param property  by which Maven builds that inherit from a platform choose another.
     * @param cause     what is missing.
     * @return to be thrown.
     */
    public static IllegalStateException tooOld(final String transport, final String library,
        final Supplier<String> found, final String property, final LinkageError cause)
    {
        return tooOld(
            transport, library, found, property, cause, LibraryVersion.class.getModule().isNamed());
    }

    /*
     * Our jars are automatic modules and require nothing, so nothing of the library is there unless the
     * program itself asks for it.
     */
    static IllegalStateException tooOld(final String transport, final String library,
        final Supplier<String> found, final String property, final LinkageError cause,
        final boolean isOnTheModulePath)
    {
        final String missing = String.valueOf(cause.getMessage()).replace('/', '.');

        return new IllegalStateException("transport '" + transport + "' needs " + library +
            " or newer, but found " + versionOf(found) + ", without " + missing +
            (isOnTheModulePath ? "; start the program with --add-modules ALL-MODULE-PATH, as no module " +
                "requires it; or" : ";") + " set the Maven property " + property +
            ", or list that version before your platform's BOM", cause);
    }

    private static String versionOf(final Supplier<String> found)
    {
        try
        {
            final String version = found.get();

            return version == null ? "another (of an unknown version)" : version;
        }
        catch (final LinkageError ignored)
        {
            return "none";
        }
    }
}
