// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static dev.redlock.spring.boot.locked.Refusals.assertRefused;
import static dev.redlock.spring.boot.locked.Refusals.assertStarts;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.GenericBeanDefinition;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.LockedContext;

/**
 * What the container calls on the object itself, and not on its proxy, is refused. What it calls on the proxy
 * has its lock.
 */
class ContainerCallbacksTest
{
    private static final String BEHIND = "the container calls on the object behind the proxy";

    private static ApplicationContextRunner defining(final BeanDefinitionBuilder bean)
    {
        return Refusals.RUNNER.withInitializer((context) ->
            ((GenericApplicationContext)context).registerBeanDefinition("plain", bean.getBeanDefinition()));
    }

    @Test
    void shouldRefuseCallbacksByAnnotation()
    {
        assertRefused(Constructed.class, "Constructed.warm, a method with @PostConstruct that", BEHIND,
            "ApplicationRunner", "Redlock.run within a SmartLifecycle");
        assertRefused(Destroyed.class, "Destroyed.flush, a method with @PreDestroy that", BEHIND);
        assertRefused(ConstructedAbove.class, "ConstructedAbove.warm, a method with @PostConstruct that");
    }

    @Test
    void shouldRefuseCallbacksByInterface()
    {
        assertRefused(Initialized.class, "Initialized.afterPropertiesSet, a callback that", BEHIND);
        assertRefused(Disposed.class, "Disposed.destroy, a callback that", BEHIND);
        assertRefused(DisposedBelow.class, "DisposedBelow.destroy, a callback that", BEHIND);
        assertRefused(Named.class, "Named.setBeanName, a callback that", BEHIND);
    }

    @Test
    void shouldRefuseCallbacksByName()
    {
        assertRefused(InitByName.class, "Plain.begin, an init method that", BEHIND);
        assertRefused(DestroyByName.class, "Plain.end, a destroy method that", BEHIND);
        assertRefused(Inferred.class, "Plain.shutdown, a destroy method that", BEHIND);
        assertRefused(Closing.class, "Closing.close, a destroy method that", BEHIND);
        assertRefused(defining(BeanDefinitionBuilder.genericBeanDefinition(Plain.class)
            .setInitMethodName(Plain.class.getName() + ".begin")), "Plain.begin, an init method that");
    }

    @Test
    void shouldRefuseWhatIsInjected()
    {
        assertRefused(Wired.class, "Wired.wire, a method with @Autowired that", BEHIND);
        assertRefused(Valued.class, "Valued.value, a method with @Value that", BEHIND);
        assertRefused(Given.class, "Given.setWork, a method with @Resource that", BEHIND);
        assertRefused(Making.class, "Making.made, a method with @Bean that", BEHIND);
        assertRefused(Bound.class, "Settings.setSize, a setter that", BEHIND);
        assertRefused(defining(BeanDefinitionBuilder.genericBeanDefinition(Plain.class)
            .addPropertyValue("size", 7)), "Plain.setSize, a setter that");
        assertRefused(defining(BeanDefinitionBuilder.genericBeanDefinition(Plain.class)
            .setAutowireMode(GenericBeanDefinition.AUTOWIRE_BY_NAME)), "Plain.setSize, a setter that");
    }

    /**
     * Methods with such names that the container does not call.
     */
    @Test
    void shouldPassMethodsThatAreNoCallbacks()
    {
        assertStarts(Plain.class, NotInferred.class, NotEvenDisposed.class);
    }

    @Test
    void shouldHoldTheLockWhereTheProxyIsCalled()
    {
        Refusals.RUNNER.withUserConfiguration(Called.class).run((context) ->
        {
            assertThat(context).hasNotFailed();
            context.getBeanProvider(ApplicationRunner.class).getObject().run(null);
            assertThat(CalledBean.seen).isEqualTo("singletons start refreshed run ");
        });
        assertThat(CalledBean.seen).isEqualTo("singletons start refreshed run stop ");
    }

    static class Constructed
    {
        @PostConstruct
        @Locked(name = "k")
        public void warm()
        {
        }
    }

    static class ConstructedAbove extends Constructed
    {
        @Override
        @Locked(name = "k")
        public void warm()
        {
        }
    }

    static class Destroyed
    {
        @PreDestroy
        @Locked(name = "k")
        public void flush()
        {
        }
    }

    static class Initialized implements InitializingBean
    {
        @Override
        @Locked(name = "k")
        public void afterPropertiesSet()
        {
        }
    }

    static class Disposed implements DisposableBean
    {
        @Override
        @Locked(name = "k")
        public void destroy()
        {
        }
    }

    static class Ending
    {
        @Locked(name = "k")
        public void destroy()
        {
        }
    }

    /**
     * Its method is of a class that knows no callback.
     */
    static class DisposedBelow extends Ending implements DisposableBean
    {
    }

    static class Named implements BeanNameAware
    {
        @Override
        @Locked(name = "k")
        public void setBeanName(final String name)
        {
        }
    }

    static class Plain
    {
        @Locked(name = "k")
        public void begin()
        {
        }

        @Locked(name = "k")
        public void end()
        {
        }

        @Locked(name = "k")
        public void shutdown()
        {
        }

        @Locked(name = "k")
        public void setSize(final int size)
        {
        }
    }

    static class InitByName
    {
        @Bean(initMethod = "begin", destroyMethod = "")
        Plain plain()
        {
            return new Plain();
        }
    }

    static class DestroyByName
    {
        @Bean(destroyMethod = "end")
        Plain plain()
        {
            return new Plain();
        }
    }

    static class Inferred
    {
        @Bean
        Plain plain()
        {
            return new Plain();
        }
    }

    static class NotInferred
    {
        @Bean(destroyMethod = "")
        Plain other()
        {
            return new Plain();
        }
    }

    static class Closing implements AutoCloseable
    {
        @Override
        @Locked(name = "k")
        public void close()
        {
        }
    }

    static class NotEvenDisposed
    {
        @Locked(name = "k")
        public void destroy()
        {
        }

        @Locked(name = "k")
        public void afterPropertiesSet()
        {
        }

        @Locked(name = "k")
        public void close()
        {
        }
    }

    static class Wired
    {
        @Autowired
        @Locked(name = "k")
        public void wire(final ObjectProvider<String> any)
        {
        }
    }

    static class Valued
    {
        @Value("7")
        @Locked(name = "k")
        public void value(final String text)
        {
        }
    }

    static class Given
    {
        @Resource
        @Locked(name = "k")
        public void setWork(final Environment work)
        {
        }
    }

    static class Making
    {
        @Bean
        @Locked(name = "k")
        public String made()
        {
            return "made";
        }
    }

    @ConfigurationProperties("bound")
    static class Settings
    {
        @Locked(name = "k")
        public void setSize(final int size)
        {
        }
    }

    @EnableConfigurationProperties(Settings.class)
    static class Bound
    {
    }

    static class Called
    {
        @Bean
        CalledBean called()
        {
            CalledBean.seen = "";

            return new CalledBean();
        }
    }

    static class CalledBean implements SmartInitializingSingleton, ApplicationRunner,
        SmartLifecycle
    {
        private static String seen = "";

        private void see(final String what)
        {
            seen += LockedContext.find().map((lease) -> what + " ").orElse("bare-" + what + " ");
        }

        @Override
        @Locked(name = "k")
        public void afterSingletonsInstantiated()
        {
            see("singletons");
        }

        @Override
        @Locked(name = "k")
        public void start()
        {
            see("start");
        }

        @Override
        public void stop()
        {
        }

        @Override
        @Locked(name = "k")
        public void stop(final Runnable callback)
        {
            see("stop");
            callback.run();
        }

        @Override
        public boolean isRunning()
        {
            return seen.contains("start");
        }

        @EventListener(ContextRefreshedEvent.class)
        @Locked(name = "k")
        public void refreshed()
        {
            see("refreshed");
        }

        @Override
        @Locked(name = "k")
        public void run(final ApplicationArguments arguments)
        {
            see("run");
        }
    }
}
