// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import dev.redlock.spi.address.Credentials;

/**
 * A password for the default user.
 */
public final class TckCredentials implements Credentials
{
    private final String password;

    public TckCredentials(final String password)
    {
        this.password = password;
    }

    @Override
    public String user()
    {
        return null;
    }

    @Override
    public String password()
    {
        return password;
    }
}
