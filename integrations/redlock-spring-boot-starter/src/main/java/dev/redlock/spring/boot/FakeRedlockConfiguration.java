// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.test.FakeNodes;

/**
 * The beans of {@link FakeRedlock}.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RedlockProperties.class)
final class FakeRedlockConfiguration
{
    private static final int USUAL_NODES = 5;

    @Bean
    static FakeNodes fakeNodes(final RedlockProperties properties)
    {
        return FakeNodes.of(properties.nodes().isEmpty() ? USUAL_NODES : properties.nodes().size());
    }

    @Bean
    static Redlock redlock(final FakeNodes nodes, final RedlockProperties properties,
        final Environment environment, final ObjectProvider<RedlockEvents> events,
        final ObjectProvider<RedlockBuilderCustomizer> customizers)
    {
        try
        {
            final RedlockBuilder builder = nodes.builder();
            new BuilderSettings(properties).applyLocks(builder, environment);
            events.orderedStream().forEach(builder::addEvents);
            customizers.orderedStream().forEach((customizer) -> customizer.customize(builder));

            // Whatever they said of the way to real nodes.
            return builder.transport(nodes.provider()).build();
        }
        catch (final IllegalArgumentException ex)
        {
            throw BuilderWords.refusal(ex);
        }
    }
}
