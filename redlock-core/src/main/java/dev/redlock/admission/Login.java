/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.admission;

import dev.redlock.spi.Credentials;

/**
 * User and password as they were when a dialogue began.
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
        final String password = credentials.password();

        return password == null ? NONE : new Login(credentials.user(), password);
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
