// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static dev.redlock.spring.boot.locked.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;
import dev.redlock.test.FakeNodes;

/**
 * Which client a method takes its lock from, and how long that one may hold it.
 */
class LockedClientsTest
{
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            AopAutoConfiguration.class, RedlockAutoConfiguration.class, LockedAutoConfiguration.class))
        .withUserConfiguration(TwoClients.class);

    @Test
    void shouldTakeTheLockFromTheClientThatIsNamed()
    {
        runner.withUserConfiguration(Work.class).withPropertyValues("of.reports=second").run((context) ->
        {
            assertThat(context).hasNotFailed();
            final FakeNodes nodes = context.getBean(FakeNodes.class);
            final Work work = context.getBean(Work.class);
            assertThat(work.second(() -> nodes.isHeld("second:work"))).isTrue();
            assertThat(work.second(() -> nodes.isHeld("first:work"))).isFalse();
            assertThat(work.usual(() -> nodes.isHeld("first:work"))).isTrue();
            assertThat(work.usual(() -> nodes.isHeld("second:work"))).isFalse();
        });
    }

    /**
     * The same key of another client is another lock.
     */
    @Test
    void shouldNotJoinTheLeaseOfAnotherClient()
    {
        runner.withUserConfiguration(Work.class).withPropertyValues("of.reports=second").run((context) ->
        {
            final FakeNodes nodes = context.getBean(FakeNodes.class);
            final Work work = context.getBean(Work.class);
            assertThat(work.usual(() -> work.second(() ->
                nodes.isHeld("first:work") && nodes.isHeld("second:work")))).isTrue();
            assertThat(work.second(() -> work.usual(() -> work.second(() ->
                nodes.isHeld("first:work") && nodes.isHeld("second:work"))))).isTrue();
        });
    }

    @Test
    void shouldRefuseAClientThatIsNotThere()
    {
        assertRefused(runner.withUserConfiguration(Work.class).withPropertyValues("of.reports=thrid"),
            "client 'thrid' of @Locked on", "Work.second(Supplier)", "there are [first, second]",
            "correct the name");
        assertRefused(runner.withUserConfiguration(Work.class).withPropertyValues("of.reports=nodes"),
            "client 'nodes' of @Locked on", "is no bean of type Redlock");
        assertRefused(runner.withUserConfiguration(Work.class).withPropertyValues("of.reports="),
            "client '${of.reports}' of @Locked on", "is blank with its placeholders filled in");
    }

    @Test
    void shouldRefuseACallOnThisUnderTheLockOfAnotherClient()
    {
        assertRefused(runner.withUserConfiguration(CallsOther.class), "CallsOther: all -> one");
        runner.withUserConfiguration(CallsSame.class).run((context) -> assertThat(context).hasNotFailed());
    }

    @Test
    void shouldExtendAsLongAsTheMethodSays()
    {
        runner.withUserConfiguration(Held.class).withPropertyValues("held.for=2h").run((context) ->
        {
            assertThat(context).hasNotFailed();
            final LockOptions usual = options(context.getBean(LockedPlans.class), "usual",
                context.getBean(Redlock.class));
            final LockOptions held = options(context.getBean(LockedPlans.class), "held",
                context.getBean(Redlock.class));
            assertThat(usual.isAutoExtend()).isFalse();
            assertThat(held.isAutoExtend()).isTrue();
            assertThat(held.maxHold()).isEqualTo(Duration.ofHours(2));
            assertThat(held.ttl()).isEqualTo(Duration.ofSeconds(5));
        });
    }

    private static LockOptions options(final LockedPlans plans, final String name, final Redlock redlock)
        throws NoSuchMethodException
    {
        final Method method = Held.class.getMethod(name);

        return plans.of(method, Held.class).options(redlock);
    }

    @Test
    void shouldRefuseAHoldThatIsNone()
    {
        assertRefused(held("1s"), "autoExtend of @Locked on",
            "Held.held() is PT1S but the time to live is PT5S", "raise autoExtend");
        assertRefused(held("0s"), "autoExtend '${held.for}' of @Locked on", "more than zero");
        assertRefused(held("365d"), "autoExtend '${held.for}' of @Locked on", "a week at most");
        assertRefused(held("30"), "autoExtend of @Locked on", "'30' has no unit", "write 30ms, or 30s");
        assertRefused(held("-1m"), "autoExtend '-1m' of @Locked on", "is negative");
        assertRefused(held("long"), "autoExtend 'long' of @Locked on", "is no duration");
    }

    private ApplicationContextRunner held(final String hold)
    {
        return runner.withUserConfiguration(Held.class).withPropertyValues("held.for=" + hold);
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoClients
    {
        @Bean
        static FakeNodes nodes()
        {
            return FakeNodes.of(1);
        }

        @Bean
        @Primary
        static Redlock first(final FakeNodes nodes)
        {
            return nodes.builder().keyPrefix("first:").build();
        }

        @Bean
        static Redlock second(final FakeNodes nodes)
        {
            return nodes.builder().keyPrefix("second:").build();
        }
    }

    static class Work
    {
        @Locked(name = "work")
        public boolean usual(final Supplier<Boolean> body)
        {
            return body.get();
        }

        @Locked(name = "work", client = "${of.reports}")
        public boolean second(final Supplier<Boolean> body)
        {
            return body.get();
        }
    }

    static class CallsOther
    {
        @Locked(name = "a", key = "#id")
        public void all(final int id)
        {
            one(id);
        }

        @Locked(name = "a", key = "#id", client = "second")
        public void one(final int id)
        {
        }
    }

    static class CallsSame
    {
        @Locked(name = "a", key = "#id", client = "second")
        public void all(final int id)
        {
            one(id);
        }

        @Locked(name = "a", key = "#id", client = "second")
        public void one(final int id)
        {
        }
    }

    static class Held
    {
        @Locked(name = "usual")
        public void usual()
        {
        }

        @Locked(name = "held", ttl = "5s", autoExtend = "${held.for}")
        public void held()
        {
        }
    }
}
