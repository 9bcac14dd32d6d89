// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi.address;

import org.jspecify.annotations.Nullable;

/**
 * Our identity to a node. Asked again for every connection, so that the next one picks up a rotated password.
 * Never printed: implementations should not put secrets into {@code toString}.
 * <p>
 * <b>Thread:</b> a daemon thread of its own for each question, never the engine's. It may block: only the
 * node waits for which it is asked, and its connect timeout ends that attempt. A question that takes longer
 * goes on, and the next attempt gets the answer. One that takes ten connect timeouts, and at least 30 s, is
 * given up: its thread is interrupted, what it answers is ignored, and the credentials are asked anew on
 * another. Threads that do not heed the interrupt may pile up to two for each node: then no question is given
 * up before one of them has ended, so what may hang should heed interrupts or have a timeout of its own. An
 * engine asks for a node one question at a time, apart from those that were given up; an object that serves
 * several nodes or engines is asked from several threads at a time. When the client is closed the thread is
 * interrupted. Whatever is thrown ends that attempt only. The user and password of a URI need no thread.
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
     * The ACL user. Asked after the password, if there is one.
     *
     * @return null for the default user.
     */
    @Nullable String user();

    /**
     * The password. Asked first.
     *
     * @return null for no authentication.
     */
    @Nullable String password();
}
