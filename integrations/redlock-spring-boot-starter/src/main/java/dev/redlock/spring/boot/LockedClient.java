// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.time.Duration;

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

    LockedClient(final ObjectProvider<Redlock> clients, final ObjectProvider<RedlockProperties> properties)
    {
        this.clients = clients;
        this.properties = properties;
    }

    Redlock redlock()
    {
        try
        {
            final Redlock redlock = clients.getIfAvailable();
            if (redlock == null)
            {
                throw new RedlockSetupException("@Locked is used, but there is no bean of type Redlock",
                    "do not exclude RedlockAutoConfiguration, or define one");
            }

            return redlock;
        }
        catch (final NoUniqueBeanDefinitionException ex)
        {
            throw new RedlockSetupException("@Locked is used, but there are several beans of type Redlock: " +
                ex.getBeanNamesFound(), "mark the one for @Locked as @Primary", ex);
        }
    }

    Duration within()
    {
        return properties.getObject().locked().within();
    }
}
