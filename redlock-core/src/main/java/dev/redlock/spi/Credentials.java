// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import org.jspecify.annotations.Nullable;

/**
 * Our identity to a node. Asked again for every connection, so that the next one picks up a rotated password.
 * Never printed: implementations should not put secrets into {@code toString}.
 */
public interface Credentials
{
    /**
     * No authentication.
     */
    Credentials NONE = new Credentials()
    {
        @Override
        public @Nullable String user()
        {
            return null;
        }

        @Override
        public @Nullable String password()
        {
            return null;
        }

        @Override
        public String toString()
        {
            return "none";
        }
    };

    /**
     * The ACL user.
     *
     * @return null for the default user.
     */
    @Nullable String user();

    /**
     * The password. May be called on the engine thread and should not block.
     *
     * @return null for no authentication.
     */
    @Nullable String password();
}
