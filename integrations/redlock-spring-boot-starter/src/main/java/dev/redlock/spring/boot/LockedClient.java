// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

import dev.redlock.Redlock;

/**
 * The client that methods take their locks from, when it is first needed: an advisor is made before beans.
 */
final class LockedClient
{
    private final ObjectProvider<Redlock> clients;
    private final ObjectProvider<RedlockProperties> properties;
    private volatile @Nullable Redlock redlock;
    private volatile @Nullable Duration within;

    LockedClient(final ObjectProvider<Redlock> clients, final ObjectProvider<RedlockProperties> properties)
    {
        this.clients = clients;
        this.properties = properties;
    }

    /*
     * Once, as its settings: a context that is closed would make another, which nobody closes.
     */
    Redlock redlock()
    {
        final Redlock known = redlock;
        if (known != null)
        {
            return known;
        }

        try
        {
            final Redlock found = clients.getIfAvailable();
            if (found == null)
            {
                throw new RedlockSetupException("@Locked is used, but there is no bean of type Redlock",
                    "do not exclude RedlockAutoConfiguration, or define one");
            }

            redlock = found;

            return found;
        }
        catch (final NoUniqueBeanDefinitionException ex)
        {
            throw new RedlockSetupException("@Locked is used, but there are several beans of type Redlock: " +
                ex.getBeanNamesFound(), "mark the one for @Locked as @Primary", ex);
        }
    }

    Duration within()
    {
        final Duration known = within;
        if (known != null)
        {
            return known;
        }

        final Duration found = properties.getObject().locked().within();
        within = found;

        return found;
    }
}
