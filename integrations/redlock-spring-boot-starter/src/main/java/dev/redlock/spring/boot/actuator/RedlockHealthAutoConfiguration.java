// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.actuator;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import dev.redlock.Redlock;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;

/**
 * The health of the client as {@code redlock}, unless {@code management.health.redlock.enabled} is false. Of
 * several clients it is that of the primary one.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("redlock")
@ConditionalOnSingleCandidate(Redlock.class)
public final class RedlockHealthAutoConfiguration
{
    RedlockHealthAutoConfiguration()
    {
    }

    @Bean
    @ConditionalOnMissingBean(name = "redlockHealthIndicator")
    HealthIndicator redlockHealthIndicator(final Redlock redlock)
    {
        return new RedlockHealthIndicator(redlock);
    }
}
