// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Import;

import dev.redlock.Redlock;

/**
 * The nodes of {@link FakeRedlock} where {@code redlock.enabled} asks for them, unless the application has a
 * client.
 */
@AutoConfiguration(beforeName = "dev.redlock.spring.boot.client.RedlockAutoConfiguration")
@ConditionalOnProperty(name = "redlock.enabled", havingValue = "fake")
@ConditionalOnMissingBean(Redlock.class)
@Import(FakeRedlockConfiguration.class)
public final class FakeRedlockAutoConfiguration
{
    FakeRedlockAutoConfiguration()
    {
        System.getLogger("dev.redlock").log(System.Logger.Level.WARNING, "redlock.enabled is 'fake': locks " +
            "are kept in the memory of this process, and keep no other process out; never set this in " +
            "production");
    }
}
