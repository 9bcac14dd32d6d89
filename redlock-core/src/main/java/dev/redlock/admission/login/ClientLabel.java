// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.login;

import org.jspecify.annotations.Nullable;

import dev.redlock.admission.marker.Agreement;
import dev.redlock.text.Printable;

/**
 * What we tell a node about us, so that operators find us in {@code CLIENT LIST}.
 *
 * @param name           of this client.
 * @param libraryVersion of this library.
 * @param agreement      what it must agree on with others; null if it does not say.
 */
public record ClientLabel(String name, String libraryVersion, @Nullable Agreement agreement)
{
    private static final int MAX_LENGTH = 128;

    /**
     * Checks that nodes accept the names.
     */
    public ClientLabel
    {
        check("client name", name);
        check("library version", libraryVersion);
    }

    /**
     * Of a client that nobody compares with others.
     *
     * @param name           of this client.
     * @param libraryVersion of this library.
     */
    public ClientLabel(final String name, final String libraryVersion)
    {
        this(name, libraryVersion, null);
    }

    /**
     * What {@code CLIENT LIST} shows: the name, and the agreement behind it.
     */
    public String connectionName()
    {
        return agreement == null ? name : agreement.behind(name);
    }

    private static void check(final String what, final String text)
    {
        if (text == null || text.isEmpty() || text.length() > MAX_LENGTH ||
            !text.chars().allMatch((character) -> character > ' ' && character <= '~'))
        {
            throw new IllegalArgumentException(what + " is '" +
                Printable.of(String.valueOf(text)) + "' but must be 1 to " + MAX_LENGTH +
                " printable ASCII characters without spaces: leave out everything else");
        }
    }
}
