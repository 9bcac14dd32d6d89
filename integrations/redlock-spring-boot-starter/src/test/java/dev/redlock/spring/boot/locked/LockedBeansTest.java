// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static dev.redlock.spring.boot.locked.Refusals.RUNNER;
import static dev.redlock.spring.boot.locked.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.Ordered;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.LockedContext;
import dev.redlock.spring.boot.Nested;
import dev.redlock.spring.boot.other.HiddenBase;
import dev.redlock.test.FakeNodes;

/**
 * Beans that come by other ways than a definition of a class: they have their locks, or are refused.
 */
class LockedBeansTest
{
    @Test
    void shouldLockWhatAFactoryMakesOfAnInterface()
    {
        RUNNER.withUserConfiguration(Mappers.class).run((context) ->
        {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Mapper.class).find(7)).isEqualTo("map:7");
        });
    }

    @Test
    void shouldJudgeAtTheStartWhatIsMadeLater()
    {
        assertRefused(WrongMappers.class, "#idd, but the parameters are [id]");
        assertRefused(WrongLazily.class, "#idd, but the parameters are [id]");
        assertRefused(WrongPrototypes.class, "#idd, but the parameters are [id]");
        assertRefused(WrongScoped.class, "#idd, but the parameters are [id]");
    }

    /**
     * As of a library that is optional: the bean is lazy, and nobody asks for it.
     */
    @Test
    void shouldLetPassWhatIsLazyAndHasNoClass()
    {
        final ClassLoader without = new ClassLoader(LockedBeansTest.class.getClassLoader())
        {
            @Override
            protected Class<?> loadClass(final String name, final boolean resolve)
                throws ClassNotFoundException
            {
                if (name.equals(Absent.class.getName()))
                {
                    throw new ClassNotFoundException(name);
                }
                if (!name.equals(NeedsAbsent.class.getName()))
                {
                    return super.loadClass(name, resolve);
                }
                try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class"))
                {
                    final byte[] read = bytes.readAllBytes();

                    return defineClass(name, read, 0, read.length);
                }
                catch (final IOException ex)
                {
                    throw new ClassNotFoundException(name, ex);
                }
            }
        };
        RUNNER.withClassLoader(without).withInitializer((context) ->
        {
            final RootBeanDefinition lazy = new RootBeanDefinition();
            lazy.setBeanClassName(NeedsAbsent.class.getName());
            lazy.setLazyInit(true);
            ((BeanDefinitionRegistry)context.getBeanFactory()).registerBeanDefinition("lazy", lazy);
        }).run((context) ->
        {
            assertThat(context).hasNotFailed();
            assertThatThrownBy(() -> context.getBean("lazy")).isNotNull();
        });
    }

    @Test
    void shouldRefuseAProductWithoutAProxy()
    {
        assertRefused(FinalProducts.class, "FinalProduct", "whose class is final");
    }

    @Test
    void shouldRefuseAnObjectThatIsRegistered()
    {
        assertRefused(RUNNER.withInitializer((context) ->
            context.getBeanFactory().registerSingleton("byHand", new LockedRefusalTest.Fine())),
            "Fine.work, but the bean has no proxy that knows it", "rather than register an object");
    }

    @Test
    void shouldRefuseWhatIsVisibleInAnotherPackageOnly()
    {
        assertRefused(OfHidden.class, "work, but the bean's proxy has no such method",
            "make it public or protected");
    }

    @Test
    void shouldLockLambdas()
    {
        RUNNER.withUserConfiguration(Lambdas.class).run((context) ->
        {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Mapper.class).find(7)).isEqualTo("map:7");
        });
    }

    @Test
    void shouldLockBehindTheProxyOfAScope()
    {
        RUNNER.withUserConfiguration(Scoped.class).run((context) ->
        {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean("scoped", Alone.class).work(7)).isEqualTo("alone:7");
        });
    }

    /**
     * As Shiro brings one. A lock that is taken twice for one call would refuse to be nested.
     */
    @Test
    void shouldLockOnceWithSeveralCreatorsOfProxies()
    {
        RUNNER.withUserConfiguration(Alone.class, OfAllAdvisors.class).run((context) ->
        {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Alone.class).work(7)).isEqualTo("alone:7");
            assertThatThrownBy(() -> context.getBean(Alone.class).again(context.getBean(Alone.class)))
                .hasMessageContaining("does not join");
        });
        RUNNER.withUserConfiguration(Alone.class, OfNames.class).run((context) ->
        {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Alone.class).work(7)).isEqualTo("alone:7");
        });
        RUNNER.withUserConfiguration(Alone.class, OfAllAdvisors.class, OfNames.class).run((context) ->
            assertThat(context.getBean(Alone.class).work(7)).isEqualTo("alone:7"));
    }

    /**
     * As docs/spring-boot.md says: the lock is outside of the cache, unless that has a lower order.
     */
    @Test
    void shouldStandAroundACacheOrBehindIt()
    {
        RUNNER.withUserConfiguration(Cached.class, CachesAfter.class).run((context) ->
        {
            final FakeNodes nodes = context.getBean(FakeNodes.class);
            final Cached cached = context.getBean(Cached.class);
            assertThat(cached.read(7)).isEqualTo("cached:7");
            try (var theirs = nodes.holdElsewhere("cached:7"))
            {
                assertThat(theirs.isHeld()).isTrue();
                assertThatThrownBy(() -> cached.read(7)).hasMessageContaining("cached:7");
            }
        });
        RUNNER.withUserConfiguration(Cached.class, CachesBefore.class).run((context) ->
        {
            final FakeNodes nodes = context.getBean(FakeNodes.class);
            final Cached cached = context.getBean(Cached.class);
            assertThat(cached.read(7)).isEqualTo("cached:7");
            try (var theirs = nodes.holdElsewhere("cached:7"))
            {
                assertThat(theirs.isHeld()).isTrue();
                assertThat(cached.read(7)).isEqualTo("cached:7");
            }
        });
    }

    interface Mapper
    {
        @Locked(name = "map", key = "#id")
        String find(int id);
    }

    interface WrongMapper
    {
        @Locked(name = "map", key = "#idd")
        String find(int id);
    }

    static class FactoryOf<T> implements FactoryBean<T>
    {
        private final Class<T> type;

        FactoryOf(final Class<T> type)
        {
            this.type = type;
        }

        @Override
        public T getObject()
        {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> method.getName().equals("find") ?
                LockedContext.current().key() : null));
        }

        @Override
        public Class<?> getObjectType()
        {
            return type;
        }
    }

    static class Mappers
    {
        @Bean
        FactoryOf<Mapper> mapper()
        {
            return new FactoryOf<>(Mapper.class);
        }
    }

    static class WrongMappers
    {
        @Bean
        FactoryOf<WrongMapper> mapper()
        {
            return new FactoryOf<>(WrongMapper.class);
        }
    }

    static class Wrong
    {
        @Locked(name = "wrong", key = "#idd")
        public void work(final int id)
        {
        }
    }

    static class WrongLazily
    {
        @Bean
        @Lazy
        Wrong wrong()
        {
            return new Wrong();
        }
    }

    static class WrongPrototypes
    {
        @Bean
        @Scope("prototype")
        Wrong wrong()
        {
            return new Wrong();
        }
    }

    static class WrongScoped
    {
        @Bean
        static CustomScopeConfigurer scopes()
        {
            return Scoped.scopes();
        }

        @Bean
        @Scope(value = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Wrong wrong()
        {
            return new Wrong();
        }
    }

    static final class FinalProduct
    {
        @Locked(name = "product")
        public void work()
        {
        }
    }

    static class FinalProducts
    {
        @Bean
        FactoryBean<FinalProduct> product()
        {
            return new FactoryBean<>()
            {
                @Override
                public FinalProduct getObject()
                {
                    return new FinalProduct();
                }

                @Override
                public Class<?> getObjectType()
                {
                    return FinalProduct.class;
                }
            };
        }
    }

    static class OfHidden extends HiddenBase
    {
    }

    static class Lambdas
    {
        @Bean
        Mapper mapper()
        {
            return (id) -> LockedContext.current().key();
        }
    }

    static class Alone
    {
        @Locked(name = "alone", key = "#id", nested = Nested.REFUSE)
        public String work(final int id)
        {
            return LockedContext.current().key();
        }

        @Locked(name = "alone", key = "7", nested = Nested.REFUSE)
        public String again(final Alone proxy)
        {
            return proxy.work(7);
        }
    }

    static class Scoped
    {
        @Bean
        static CustomScopeConfigurer scopes()
        {
            final CustomScopeConfigurer scopes = new CustomScopeConfigurer();
            scopes.addScope("thread", new SimpleThreadScope());

            return scopes;
        }

        @Bean
        @Scope(value = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Alone scoped()
        {
            return new Alone();
        }
    }

    static class OfAllAdvisors
    {
        @Bean
        static DefaultAdvisorAutoProxyCreator another()
        {
            final DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
            creator.setProxyTargetClass(true);

            return creator;
        }
    }

    static class OfNames
    {
        @Bean
        static BeanNameAutoProxyCreator byName()
        {
            final BeanNameAutoProxyCreator creator = new BeanNameAutoProxyCreator();
            creator.setBeanNames("*Alone*");
            creator.setInterceptorNames("passing");
            creator.setProxyTargetClass(true);

            return creator;
        }

        @Bean
        static MethodInterceptor passing()
        {
            return (call) -> call.proceed();
        }
    }

    static class Cached
    {
        @Cacheable("values")
        @Locked(name = "cached", key = "#id", within = "0s")
        public String read(final int id)
        {
            return LockedContext.current().key();
        }
    }

    @EnableCaching
    static class CachesAfter
    {
        @Bean
        CacheManager caches()
        {
            return new ConcurrentMapCacheManager();
        }
    }

    @EnableCaching(order = Ordered.LOWEST_PRECEDENCE - 2048)
    static class CachesBefore
    {
        @Bean
        CacheManager caches()
        {
            return new ConcurrentMapCacheManager();
        }
    }

    static class Absent
    {
    }

    static class NeedsAbsent
    {
        @Locked(name = "needs")
        public Absent work(final Absent given)
        {
            return given;
        }
    }
}
