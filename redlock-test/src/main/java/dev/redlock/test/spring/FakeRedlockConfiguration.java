// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.spring;

import java.util.List;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;

import dev.redlock.RedlockBuilder;
import dev.redlock.spi.TransportProvider;
import dev.redlock.test.FakeNodes;

/**
 * The nodes, and the way to them. The starter makes its client of a builder with that name.
 */
@Configuration(proxyBeanMethods = false)
final class FakeRedlockConfiguration
{
    private static final int USUAL_NODES = 5;

    @Bean
    static FakeNodes fakeNodes(final Environment environment)
    {
        final int named = Binder.get(environment).bind("redlock.nodes", Bindable.listOf(String.class))
            .map(List::size).orElse(0);

        return FakeNodes.of(named == 0 ? USUAL_NODES : named);
    }

    @Bean
    static RedlockBuilder redlockNodesBuilder(final FakeNodes nodes)
    {
        return nodes.builder();
    }

    /*
     * What customizers say of the way to real nodes comes before it, and the application may have another.
     */
    @Bean
    @Primary
    static TransportProvider fakeTransportProvider(final FakeNodes nodes)
    {
        return nodes.provider();
    }
}
