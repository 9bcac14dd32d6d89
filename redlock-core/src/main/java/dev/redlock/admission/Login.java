// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import dev.redlock.spi.Credentials;

/**
 * User and password at the beginning of a dialogue.
 */
final class Login
{
    static final Login NONE = new Login(null, null);

    private final String user;
    private final String password;

    private Login(final String user, final String password)
    {
        this.user = user;
        this.password = password;
    }

    static Login of(final Credentials credentials)
    {
        final Credentials one = credentials instanceof PairedCredentials paired ? paired.pair() : credentials;
        final String password = one.password();

        return password == null ? NONE : new Login(one.user(), password);
    }

    boolean isGiven()
    {
        return password != null;
    }

    boolean hasUser()
    {
        return user != null;
    }

    String user()
    {
        return user == null ? "default" : user;
    }

    String password()
    {
        return password;
    }

    @Override
    public String toString()
    {
        return isGiven() ? "user '" + ServerWords.plain(user()) + "'" : "nobody";
    }
}
