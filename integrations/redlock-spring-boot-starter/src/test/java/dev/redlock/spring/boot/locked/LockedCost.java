// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

import dev.redlock.Redlock;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;
import dev.redlock.test.FakeNodes;

/**
 * No test, and run by name only, see docs/measurement.md: what {@link Locked} costs a call around an empty
 * method, over nodes in memory, and what it costs a bean that is made for each use. Cases take turns; what
 * stands beside {@code run} is what is the annotation's. It calls nothing that older versions do not have.
 */
class LockedCost
{
    private static final int ROUNDS = Integer.getInteger("redlock.cost.rounds", 11);
    private static final long ROUND_NS =
        Duration.ofMillis(Integer.getInteger("redlock.cost.ms", 1000)).toNanos();
    private static final int AT_A_TIME = 50;

    private final Map<String, Callable<?>> cases = new LinkedHashMap<>();

    @Test
    void shouldTellWhatACallAndAPrototypeCost() throws Exception
    {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(
            Nodes.class, RedlockAutoConfiguration.class, LockedAutoConfiguration.class))
        {
            final Redlock redlock = context.getBean(Redlock.class);
            final Work work = context.getBean(Work.class);
            final Outer outer = context.getBean(Outer.class);
            final Duration within = Duration.ofSeconds(30);
            cases.put("run", () -> redlock.call("cost", within, (lease) -> null));
            cases.put("constant", () -> work.constant());
            cases.put("#id", () -> work.ofId(7));
            cases.put("1000 joined", () -> outer.joined(work, 1000));
            cases.put("plain prototype", () -> context.getBean(Plain.class));
            cases.put("prototype", () -> context.getBean(Made.class));

            final Map<String, double[]> figures = new LinkedHashMap<>();
            cases.keySet().forEach((name) -> figures.put(name, new double[ROUNDS]));
            // The first one warms up.
            for (int round = -1; round < ROUNDS; round++)
            {
                for (final Map.Entry<String, Callable<?>> each : cases.entrySet())
                {
                    final double us = measure(each.getValue());
                    if (round >= 0)
                    {
                        figures.get(each.getKey())[round] = us;
                    }
                }
            }
            figures.forEach(LockedCost::print);
        }
    }

    private static double measure(final Callable<?> work) throws Exception
    {
        final long startNs = System.nanoTime();
        long calls = 0;
        long tookNs = 0;
        while (tookNs < ROUND_NS)
        {
            for (int i = 0; i < AT_A_TIME; i++)
            {
                work.call();
            }
            calls += AT_A_TIME;
            tookNs = System.nanoTime() - startNs;
        }

        return tookNs / 1000.0 / calls;
    }

    private static void print(final String name, final double[] us)
    {
        Arrays.sort(us);
        System.out.printf(Locale.ROOT, "%-16s median %8.3f us, least %8.3f, most %8.3f%n",
            name, us[us.length / 2], us[0], us[us.length - 1]);
    }

    @Configuration(proxyBeanMethods = false)
    static class Nodes
    {
        @Bean
        FakeNodes nodes()
        {
            return FakeNodes.of(5);
        }

        @Bean(destroyMethod = "")
        Redlock redlock(final FakeNodes nodes)
        {
            return nodes.client();
        }

        @Bean
        Work work()
        {
            return new Work();
        }

        @Bean
        Outer outer()
        {
            return new Outer();
        }

        @Bean
        @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
        Plain plain()
        {
            return new Plain();
        }

        @Bean
        @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
        Made made()
        {
            return new Made();
        }
    }

    static class Work
    {
        @Locked(name = "cost", within = "30s")
        public Integer constant()
        {
            return 1;
        }

        @Locked(name = "cost", key = "#id", within = "30s")
        public Integer ofId(final int id)
        {
            return id;
        }
    }

    static class Outer
    {
        @Locked(name = "cost", key = "#times", within = "30s")
        public Integer joined(final Work work, final int times)
        {
            int sum = 0;
            for (int i = 0; i < times; i++)
            {
                sum += work.ofId(times);
            }

            return sum;
        }
    }

    static class Plain
    {
        public void work()
        {
        }
    }

    static class Made
    {
        @Locked(name = "made")
        public void work()
        {
        }
    }
}
