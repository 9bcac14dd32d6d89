// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.client;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spring.boot.RedlockBuilderCustomizer;
import dev.redlock.spring.boot.RedlockProperties;
import dev.redlock.spring.boot.RedlockSetupException;
import dev.redlock.spring.boot.settings.BuilderSettings;
import dev.redlock.spring.boot.settings.BuilderWords;
import dev.redlock.spring.boot.settings.EnabledSetting;

/**
 * A client from the properties {@code redlock.*}, unless the application has one. Every client that is a bean
 * is closed last, after all that may work under its locks.
 */
@AutoConfiguration
@EnableConfigurationProperties(RedlockProperties.class)
public final class RedlockAutoConfiguration
{
    private static final System.Logger LOG = System.getLogger("dev.redlock");

    RedlockAutoConfiguration(final Environment environment)
    {
        BootVersion.check();
        EnabledSetting.of(environment);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = EnabledSetting.NAME, havingValue = "true", matchIfMissing = true)
    Redlock redlock(final RedlockProperties properties, final Environment environment,
        final ObjectProvider<Credentials> credentials, final ObjectProvider<TransportProvider> transport,
        final ObjectProvider<SslBundles> bundles, final ObjectProvider<RedlockEvents> events,
        final ObjectProvider<RedlockBuilderCustomizer> customizers)
    {
        final BuilderSettings settings = new BuilderSettings(properties);
        try
        {
            final RedlockBuilder builder = Redlock.builder();
            settings.applyLocks(builder, environment);
            settings.applyNodes(builder);
            settings.applySsl(builder, bundles);
            credentials.ifUnique(builder::credentials);
            transport.ifUnique(builder::transport);
            events.orderedStream().forEach(builder::addEvents);
            customizers.orderedStream().forEach((customizer) -> customizer.customize(builder));

            final Redlock built = builder.build();
            LOG.log(System.Logger.Level.INFO, built.toString());

            return built;
        }
        catch (final RedlockSetupException ex)
        {
            throw ex;
        }
        catch (final IllegalArgumentException | IllegalStateException ex)
        {
            throw BuilderWords.refusal(ex);
        }
    }

    /*
     * Its settings are read here, as it is made before the beans of properties.
     */
    @Bean
    static RedlockShutdown redlockShutdown(final ApplicationContext context,
        final ConfigurableListableBeanFactory beans, final Environment environment)
    {
        return new RedlockShutdown(context, beans, Binder.get(environment)
            .bindOrCreate("redlock.shutdown", RedlockProperties.OfShutdown.class));
    }

    /**
     * The client of a builder that somebody brings under this name, with its nodes and the way to them:
     * redlock-test does. Other builders are the application's own.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(name = OverOtherNodes.BUILDER)
    static class OverOtherNodes
    {
        static final String BUILDER = "redlockNodesBuilder";

        @Bean
        static Redlock redlock(@Qualifier(BUILDER) final RedlockBuilder builder,
            final RedlockProperties properties, final Environment environment,
            final ObjectProvider<TransportProvider> transport, final ObjectProvider<RedlockEvents> events,
            final ObjectProvider<RedlockBuilderCustomizer> customizers)
        {
            try
            {
                new BuilderSettings(properties).applyLocks(builder, environment);
                events.orderedStream().forEach(builder::addEvents);
                customizers.orderedStream().forEach((customizer) -> customizer.customize(builder));
                // Whatever they said of the way to real nodes.
                transport.ifUnique(builder::transport);

                return builder.build();
            }
            catch (final IllegalArgumentException ex)
            {
                throw BuilderWords.refusal(ex);
            }
        }
    }
}
