// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.recipe;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import net.javacrumbs.shedlock.core.LockProvider;

import dev.redlock.Redlock;
import dev.redlock.shedlock.RedlockLockProvider;

@ApplicationScoped
public class QuarkusLocks
{
    @Produces
    @ApplicationScoped
    Redlock redlock()
    {
        return Redlock.builder().nodes("redis://10.0.0.1", "redis://10.0.0.2", "redis://10.0.0.3").build();
    }

    void close(@Disposes final Redlock redlock)
    {
        redlock.close();
    }

    @Produces
    @ApplicationScoped
    LockProvider locks(final Redlock redlock)
    {
        return new RedlockLockProvider(redlock);
    }
}
