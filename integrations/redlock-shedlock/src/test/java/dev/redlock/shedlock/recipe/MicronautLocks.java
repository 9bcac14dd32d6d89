// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.recipe;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;
import net.javacrumbs.shedlock.core.LockProvider;

import dev.redlock.Redlock;
import dev.redlock.shedlock.RedlockLockProvider;

@Factory
class MicronautLocks
{
    @Bean(preDestroy = "close")
    @Singleton
    Redlock redlock()
    {
        return Redlock.builder().nodes("redis://10.0.0.1", "redis://10.0.0.2", "redis://10.0.0.3").build();
    }

    @Singleton
    LockProvider locks(final Redlock redlock)
    {
        return new RedlockLockProvider(redlock);
    }
}
