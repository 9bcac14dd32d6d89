// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.actuator;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import dev.redlock.Redlock;
import dev.redlock.micrometer.RedlockMeters;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;

/**
 * The meters {@code redlock.*} of every client that is a bean, with the bean's name as {@code client}, where
 * the application has Micrometer. A bean of type {@link RedlockMeters}, such as one with percentiles, comes
 * before them.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
public final class RedlockMetricsAutoConfiguration
{
    RedlockMetricsAutoConfiguration()
    {
    }

    @Bean
    @ConditionalOnMissingBean(RedlockMeters.class)
    MeterBinder redlockMeters(final ListableBeanFactory beans)
    {
        return (registry) -> beans.getBeansOfType(Redlock.class).forEach((name, client) ->
            new RedlockMeters(client).withTags(Tags.of("client", name)).bindTo(registry));
    }
}
