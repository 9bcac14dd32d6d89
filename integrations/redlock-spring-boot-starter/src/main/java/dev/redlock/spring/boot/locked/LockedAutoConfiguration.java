// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import java.util.Set;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.function.SingletonSupplier;

import dev.redlock.Redlock;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.RedlockProperties;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;
import dev.redlock.spring.boot.locked.call.LockedObservations;
import dev.redlock.spring.boot.locked.call.OpenTransactions;
import dev.redlock.spring.boot.locked.key.KeyText;
import dev.redlock.spring.boot.settings.DurationText;
import dev.redlock.spring.boot.settings.EnabledSetting;

/**
 * {@link Locked} on methods of beans. It is there without a client, too, so that an application that lost its
 * client does not run unprotected: it is refused then.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
@EnableConfigurationProperties(RedlockProperties.class)
@Import(LockedAutoConfiguration.Proxies.class)
public final class LockedAutoConfiguration
{
    LockedAutoConfiguration()
    {
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedPlans lockedPlans(final ConfigurableListableBeanFactory beans, final Environment environment)
    {
        DurationText.check(environment);

        return new LockedPlans(beans, new KeyText(Binder.get(environment)
            .bind("redlock.locked.key-types", Bindable.setOf(String.class)).orElse(Set.of())));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedClients lockedClients(final ConfigurableListableBeanFactory beans,
        final ObjectProvider<Redlock> clients, final Environment environment)
    {
        return new LockedClients(beans, clients, EnabledSetting.of(environment) == EnabledSetting.FALSE);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedAdvisor lockedAdvisor(
        final LockedPlans plans, final LockedClients clients, final Environment environment,
        final ObjectProvider<RedlockProperties> properties,
        final ObjectProvider<ObservationRegistry> observations)
    {
        final int order = environment.getProperty(
            "redlock.locked.order", Integer.class, RedlockProperties.LOCKED_ORDER);

        return new LockedAdvisor(new LockedInterceptor(plans, clients,
            SingletonSupplier.of(() -> properties.getObject().locked().within()), new OpenTransactions(),
            new LockedObservations(observations)), order);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedBeans lockedBeans(
        final LockedPlans plans, final LockedClients clients, final ConfigurableListableBeanFactory beans)
    {
        return new LockedBeans(plans, clients, beans);
    }

    /**
     * Proxies for advisors, whatever {@code spring.aop.auto} says.
     */
    static final class Proxies implements ImportBeanDefinitionRegistrar
    {
        @Override
        public void registerBeanDefinitions(
            final AnnotationMetadata importer, final BeanDefinitionRegistry registry)
        {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        }
    }
}
