// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.login;

import dev.redlock.admission.info.ServerWords;
import dev.redlock.spi.address.Credentials;

/**
 * User and password at the beginning of a dialogue.
 */
public final class Login
{
    public static final Login NONE = new Login(null, null);

    private final String user;
    private final String password;

    private Login(final String user, final String password)
    {
        this.user = user;
        this.password = password;
    }

    public static Login of(final Credentials credentials)
    {
        final Credentials one = credentials instanceof PairedCredentials paired ? paired.pair() : credentials;
        final String password = one.password();

        return password == null ? NONE : new Login(one.user(), password);
    }

    public boolean isGiven()
    {
        return password != null;
    }

    public boolean hasUser()
    {
        return user != null;
    }

    public String user()
    {
        return user == null ? "default" : user;
    }

    public String password()
    {
        return password;
    }

    @Override
    public String toString()
    {
        return isGiven() ? "user '" + ServerWords.plain(user()) + "'" : "nobody";
    }
}
