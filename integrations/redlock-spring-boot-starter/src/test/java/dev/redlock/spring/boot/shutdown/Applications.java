// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.shutdown;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;

/**
 * Applications that have the job run on different threads.
 */
final class Applications
{
    static final Duration LONG_ENOUGH = Duration.ofSeconds(90);

    /**
     * The job of the application that fails.
     */
    static final CompletableFuture<Job> STARTED = new CompletableFuture<>();

    private Applications()
    {
    }

    /**
     * Begins the job on a thread of the application.
     */
    interface Beginning
    {
        void begin();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Base
    {
        @Bean
        static Job job()
        {
            return new Job();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    @Import(Base.class)
    static class OfScheduler
    {
        private final Job job;

        OfScheduler(final Job job)
        {
            this.job = job;
        }

        @Scheduled(fixedDelay = 3_600_000)
        void work()
        {
            job.work();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @Import({Base.class, Later.class})
    static class OfAsync
    {
        @Bean
        static Beginning beginning(final Later later)
        {
            return later::work;
        }
    }

    static class Later
    {
        private final Job job;

        Later(final Job job)
        {
            this.job = job;
        }

        @Async
        void work()
        {
            job.work();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Base.class)
    static class OfOwnExecutor
    {
        @Bean
        static ThreadPoolTaskExecutor mine()
        {
            final ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
            executor.setCorePoolSize(1);
            executor.setWaitForTasksToCompleteOnShutdown(true);
            executor.setAwaitTerminationSeconds(60);

            return executor;
        }

        @Bean
        static Beginning beginning(final ThreadPoolTaskExecutor mine, final Job job)
        {
            return () -> mine.execute(job::work);
        }
    }

    /**
     * Knows nothing of the client, and was there before it.
     */
    static class Pool implements DisposableBean
    {
        private final ExecutorService threads = Executors.newSingleThreadExecutor();

        void execute(final Runnable work)
        {
            threads.execute(work);
        }

        @Override
        public void destroy() throws InterruptedException
        {
            threads.shutdown();
            threads.awaitTermination(60, TimeUnit.SECONDS);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Base.class)
    static class OfPool
    {
        @Bean
        static Pool aPool()
        {
            return new Pool();
        }

        @Bean
        static Beginning beginning(final Pool aPool, final ObjectProvider<Job> job)
        {
            return () -> aPool.execute(job.getObject()::work);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(OfPool.class)
    static class OfOwnClient
    {
        @Bean
        static Redlock mine(final Environment environment)
        {
            return Redlock.builder().nodes(environment.getRequiredProperty("mine.nodes").split(" "))
                .transport("netty").assumeNodesFresh().startTimeout(LONG_ENOUGH)
                .name(environment.getRequiredProperty("redlock.name"))
                .keyPrefix(environment.getRequiredProperty("redlock.key-prefix"))
                .defaults(LockOptions.DEFAULT.withAutoExtend(LONG_ENOUGH)).build();
        }
    }

    /**
     * Nobody waits for its thread.
     */
    @Configuration(proxyBeanMethods = false)
    @Import(Base.class)
    static class OfThread
    {
        @Bean
        static Beginning beginning(final Job job)
        {
            return () -> new Thread(job::work, "of nobody").start();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(OfThread.class)
    static class ThatFails
    {
        @Bean
        @DependsOn("beginning")
        static InitializingBean failing(final Beginning beginning, final Job job)
        {
            return () ->
            {
                beginning.begin();
                job.begun().get(60, TimeUnit.SECONDS);
                STARTED.complete(job);
                throw new IllegalStateException("planted: the refresh fails half way");
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Base.class, Requests.class})
    static class OfWeb
    {
    }

    @RestController
    static class Requests
    {
        private final Job job;

        Requests(final Job job)
        {
            this.job = job;
        }

        @GetMapping("/work")
        String work()
        {
            job.work();

            return "done";
        }
    }
}
