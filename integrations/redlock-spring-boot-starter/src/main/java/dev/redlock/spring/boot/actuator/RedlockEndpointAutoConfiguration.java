// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.actuator;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

import dev.redlock.Redlock;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;

/**
 * The endpoint {@code redlock}, where it is exposed. Of several clients it is about the primary one.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(RedlockEndpoint.class)
@ConditionalOnSingleCandidate(Redlock.class)
public final class RedlockEndpointAutoConfiguration
{
    RedlockEndpointAutoConfiguration()
    {
    }

    @Bean
    @ConditionalOnMissingBean
    RedlockEndpoint redlockEndpoint(final Redlock redlock)
    {
        return new RedlockEndpoint(redlock);
    }
}
