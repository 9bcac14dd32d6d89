// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

/**
 * Who we are to a node. Asked anew for every connection, so that a rotated password is picked up by the next
 * one. Never printed: implementations should not put secrets into {@code toString}.
 */
public interface Credentials
{
    /**
     * No authentication.
     */
    Credentials NONE = new Credentials()
    {
        @Override
        public String user()
        {
            return null;
        }

        @Override
        public String password()
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
    String user();

    /**
     * The password. May be called on the engine thread and should not block.
     *
     * @return null for no authentication.
     */
    String password();
}
