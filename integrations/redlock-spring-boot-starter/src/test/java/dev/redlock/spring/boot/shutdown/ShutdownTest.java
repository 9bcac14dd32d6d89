// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.shutdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import dev.redlock.Redlock;
import dev.redlock.RedlockMisuseException;
import dev.redlock.shedlock.RedlockLockProvider;
import dev.redlock.test.Await;
import dev.redlock.test.process.JavaProcess;
import dev.redlock.test.server.RedisServers;

/**
 * However an application ends while it works under a lock, another process does not get that lock before the
 * work has ended, or else before its time to live is over; and the client is closed in the end.
 */
@Tag("proof")
@Execution(ExecutionMode.CONCURRENT)
class ShutdownTest
{
    private static final AtomicInteger CLIENTS = new AtomicInteger();
    private static final int NODES = 3;

    /*
     * Cases that run side by side have a lock each.
     */
    private static final BlockingQueue<String> PREFIXES = new LinkedBlockingQueue<>(
        IntStream.range(0, 8).mapToObj((number) -> "lane" + number + ":").toList());

    /*
     * A JVM has one log: who starts sets it up anew, and meanwhile lines are lost.
     */
    private static final Object LOGGING = new Object();

    private static RedisServers servers;
    private static Rival rival;

    private String prefix;
    private String client;

    @BeforeAll
    static void start()
    {
        servers = RedisServers.start(NODES);
        rival = new Rival(List.copyOf(PREFIXES), servers.uris());
        PREFIXES.forEach((prefix) -> rival.awaitWinAfter(prefix, 0));
    }

    @BeforeEach
    void choosePrefix() throws InterruptedException
    {
        prefix = PREFIXES.take();
    }

    @AfterEach
    void giveBackPrefix()
    {
        PREFIXES.add(prefix);
    }

    @AfterAll
    static void stop()
    {
        rival.close();
        servers.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "spring.task.scheduling.shutdown.await-termination=true",
        "spring.threads.virtual.enabled=true",
        "spring.threads.virtual.enabled=true,spring.task.scheduling.shutdown.await-termination=true"})
    void shouldKeepTheLockOfAScheduledJob(final String properties)
    {
        assumeVirtual(properties);
        assertKept(run(Applications.OfScheduler.class, properties,
            "spring.task.scheduling.shutdown.await-termination-period=60s"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "spring.task.execution.shutdown.await-termination=true",
        "spring.threads.virtual.enabled=true",
        "spring.threads.virtual.enabled=true,spring.task.execution.shutdown.await-termination=true"})
    void shouldKeepTheLockOfAnAsynchronousMethod(final String properties)
    {
        assumeVirtual(properties);
        assertKept(begin(Applications.OfAsync.class, properties,
            "spring.task.execution.shutdown.await-termination-period=60s"));
    }

    @ParameterizedTest
    @ValueSource(classes = {
        Applications.OfOwnExecutor.class, Applications.OfPool.class, Applications.OfThread.class})
    void shouldKeepTheLockOfWorkOnOtherThreads(final Class<?> application)
    {
        assertKept(begin(application));
    }

    /**
     * A task that waits in the queue of an executor that waits for it gets its lock, too.
     */
    @Test
    void shouldGiveLocksToTasksThatAreWaitedFor()
    {
        final ConfigurableApplicationContext context =
            begin(Applications.OfOwnExecutor.class, "redlock.shutdown.timeout=0s");
        final Redlock redlock = context.getBean(Redlock.class);
        final CompletableFuture<Boolean> queued = new CompletableFuture<>();
        context.getBean("mine", Executor.class).execute(() ->
            queued.complete(redlock.tryAcquire("another").map((lease) -> lease.release().code() >= 0)
                .orElse(false)));

        assertKept(context);
        assertThat(queued).isCompleted();
    }

    @Test
    void shouldGiveNoLockIfThatIsWanted()
    {
        final ConfigurableApplicationContext context =
            begin(Applications.OfOwnExecutor.class, "redlock.shutdown.deny-new=true");
        final Redlock redlock = context.getBean(Redlock.class);
        final CompletableFuture<Throwable> queued = new CompletableFuture<>();
        context.getBean("mine", Executor.class).execute(() ->
        {
            try
            {
                redlock.tryAcquire("another");
                queued.complete(null);
            }
            catch (final RedlockMisuseException ex)
            {
                queued.complete(ex);
            }
        });

        assertKept(context);
        assertThat(queued.join()).hasMessageContaining("CLOSED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.shutdown=graceful",
        "server.shutdown=graceful,spring.lifecycle.timeout-per-shutdown-phase=200ms",
        "server.shutdown=immediate"})
    void shouldKeepTheLockOfARequest(final String properties)
    {
        final ConfigurableApplicationContext context = run(Applications.OfWeb.class,
            properties, "spring.main.web-application-type=servlet", "server.port=0");
        HttpClient.newHttpClient().sendAsync(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" +
            context.getEnvironment().getProperty("local.server.port") + "/work")).build(),
            HttpResponse.BodyHandlers.ofString());

        assertKept(context);
    }

    @Test
    void shouldKeepTheLockIfARefreshFailsHalfWay()
    {
        final long fromMs = System.currentTimeMillis();

        assertThatThrownBy(() -> run(Applications.ThatFails.class)).hasStackTraceContaining("planted");

        assertKept(Applications.STARTED.join(), fromMs);
        assertThat(threads(client)).isEmpty();
    }

    /**
     * As the development tools do it: close, and start again in the same JVM.
     */
    @Test
    void shouldKeepTheLockIfTheApplicationIsRestarted()
    {
        assertKept(begin(Applications.OfPool.class));
        assertKept(begin(Applications.OfPool.class));
    }

    @Test
    void shouldKeepTheLockOfAnotherContext()
    {
        final ConfigurableApplicationContext idle = run(Applications.OfPool.class);
        final ConfigurableApplicationContext working = begin(Applications.OfPool.class);
        working.getBean(Job.class).begun().join();
        final Redlock redlock = working.getBean(Redlock.class);

        idle.close();

        redlock.tryAcquire("still open").orElseThrow().release();
        assertKept(working);
    }

    @Test
    void shouldKeepTheLockOfAProcessThatIsTerminated()
    {
        final List<String> arguments = new ArrayList<>();
        properties("none").forEach((property) -> arguments.add("--" + property));
        try (JavaProcess process = JavaProcess.start(TerminatedApplication.class, arguments))
        {
            final MatchResult began = await(process, "pid (\\d+) began (\\d+)\\.");
            assertThat(ProcessHandle.of(Long.parseLong(began.group(1))).orElseThrow().destroy()).isTrue();
            final long endedMs = Long.parseLong(await(process, "ended (\\d+)\\.").group(1));
            Await.parking().until("its end", Applications.LONG_ENOUGH, () -> !process.isRunning());

            rival.awaitWinAfter(prefix, Long.parseLong(began.group(2)));
            assertThat(rival.hasWon(prefix, Long.parseLong(began.group(2)), endedMs)).isFalse();
        }
    }

    private static MatchResult await(final JavaProcess process, final String line)
    {
        return Await.parking().until(line, Applications.LONG_ENOUGH,
            () -> Pattern.compile(line).matcher(process.output()).results().findFirst().orElse(null),
            Objects::nonNull);
    }

    /**
     * The lock is not released under the work, and somebody reads of it.
     */
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void shouldLeaveTheLockToItsTimeToLiveIfWorkOutlivesTheContext(final CapturedOutput output)
    {
        final Job job;
        final long beganMs;
        // Not after the start of another application, which the work might not outlive.
        synchronized (LOGGING)
        {
            final ConfigurableApplicationContext context = begin(Applications.OfThread.class,
                "redlock.shutdown.timeout=100ms", "redlock.auto-extend=");
            job = context.getBean(Job.class);
            beganMs = job.begun().join();
            context.close();
        }

        assertThat(job.ended()).isNotDone();
        assertThat(output).contains("work goes on under 1 locks").contains(Job.KEY);
        assertThat(threads(client)).isEmpty();
        rival.awaitWinAfter(prefix, beganMs);
        // Its time to live began before the work.
        assertThat(rival.hasWon(prefix, beganMs, beganMs + Job.TTL.toMillis() / 2)).isFalse();
        job.ended().join();
    }

    /**
     * A client that the application defines is closed likewise, and made once.
     */
    @Test
    void shouldMakeNoClientAfterTheEnd()
    {
        final ConfigurableApplicationContext context = begin(
            Applications.OfOwnClient.class, "mine.nodes=" + String.join(" ", servers.uris()));
        final Job job = context.getBean(Job.class);
        assertKept(context);

        assertThatThrownBy(job::work).isInstanceOf(RedlockMisuseException.class)
            .hasMessageContaining("closed");
        assertThat(threads(client)).isEmpty();
    }

    @Test
    void shouldKeepTheLockOfAJobUnderShedLock()
    {
        final ConfigurableApplicationContext context =
            run(Applications.OfPool.class, "redlock.auto-extend=");
        final Job job = new Job();
        final DefaultLockingTaskExecutor locking =
            new DefaultLockingTaskExecutor(new RedlockLockProvider(context.getBean(Redlock.class)));
        context.getBean(Applications.Pool.class).execute(() -> locking.executeWithLock((Runnable)job::work,
            new LockConfiguration(Instant.now(), "job", Job.LENGTH.multipliedBy(2), Job.TTL)));

        assertKept(context, job);
    }

    private void assertKept(final ConfigurableApplicationContext context)
    {
        assertKept(context, context.getBean(Job.class));
    }

    private void assertKept(final ConfigurableApplicationContext context, final Job job)
    {
        final Redlock redlock = context.getBean(Redlock.class);
        final String name = context.getEnvironment().getRequiredProperty("redlock.name");
        job.begun().join();

        context.close();

        assertKept(job, job.begun().join());
        assertThatThrownBy(() -> redlock.tryAcquire("k")).isInstanceOf(RedlockMisuseException.class);
        assertThat(threads(name)).isEmpty();
    }

    private void assertKept(final Job job, final long fromMs)
    {
        assertThat(job.ended()).as("the context waits for the work").isCompleted();
        rival.awaitWinAfter(prefix, job.begun().join());
        assertThat(rival.hasWon(prefix, job.begun().join(), job.ended().join())).as("a second holder")
            .isFalse();
        assertThat(fromMs).isLessThanOrEqualTo(job.begun().join());
    }

    private static List<String> threads(final String name)
    {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
            .filter((thread) -> thread.startsWith(name)).toList();
    }

    private ConfigurableApplicationContext begin(final Class<?> application, final String... more)
    {
        final ConfigurableApplicationContext context = run(application, more);
        context.getBean(Applications.Beginning.class).begin();

        return context;
    }

    private ConfigurableApplicationContext run(final Class<?> application, final String... more)
    {
        final SpringApplication spring = new SpringApplication(application);
        spring.setRegisterShutdownHook(false);
        final String[] properties =
            properties(more).stream().map((property) -> "--" + property).toArray(String[]::new);
        synchronized (LOGGING)
        {
            return spring.run(properties);
        }
    }

    private List<String> properties(final String... more)
    {
        // None of these names begins another.
        client = String.format("client-%03d", CLIENTS.incrementAndGet());
        final List<String> properties = new ArrayList<>(List.of("spring.main.banner-mode=off",
            "spring.main.web-application-type=none", "redlock.nodes=" + String.join(",", servers.uris()),
            "redlock.transport=netty", "redlock.assume-nodes-fresh=true", "redlock.start-timeout=30s",
            "redlock.auto-extend=60s", "redlock.name=" + client, "redlock.key-prefix=" + prefix));
        Arrays.stream(more).flatMap((several) -> Arrays.stream(several.split(",")))
            .filter((property) -> property.contains("=")).forEach((property) ->
            {
                final String name = property.substring(0, property.indexOf('=') + 1);
                properties.removeIf((old) -> old.startsWith(name));
                properties.add(property);
            });

        return properties;
    }

    private static void assumeVirtual(final String properties)
    {
        assumeThat(properties.contains("virtual") && Runtime.version().feature() < 21)
            .as("virtual threads came with Java 21").isFalse();
    }
}
