// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lettuce.core.LettuceVersion;
import io.netty.util.Version;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockEvents;
import dev.redlock.RedlockMisuseException;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spring.boot.Faked;
import dev.redlock.spring.boot.RedlockBuilderCustomizer;
import dev.redlock.spring.boot.RedlockProperties;
import dev.redlock.spring.boot.RedlockSetupException;
import dev.redlock.spring.boot.actuator.RedlockMetricsAutoConfiguration;
import dev.redlock.spring.boot.locked.LockedAutoConfiguration;
import dev.redlock.test.Await;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * From {@code redlock.*} to a client, over real nodes with a password, and what is said where that fails.
 */
class RedlockAutoConfigurationTest
{
    /** What Boot manages; older than what the other modules are tested with. */
    private static final String NETTY = "4.2.17.Final";
    private static final String LETTUCE = "7.5.2";

    private static RedisServers servers;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class));

    @BeforeAll
    static void start()
    {
        servers = RedisServers.start(3, (index) -> RedisServerProcess.builder().password("secret"));
    }

    @AfterAll
    static void stop()
    {
        servers.close();
    }

    private ApplicationContextRunner overServers()
    {
        final String nodes = IntStream.range(0, servers.size())
            .mapToObj((index) -> "redis://127.0.0.1:" + servers.server(index).port())
            .collect(Collectors.joining(","));

        return runner.withPropertyValues("redlock.nodes=" + nodes, "redlock.transport=netty",
            "redlock.assume-nodes-fresh=true", "redlock.start-timeout=20s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "lettuce"})
    void shouldMakeAClientOverTheTransportThatBootManages(final String transport)
    {
        assertThat(Version.identify().get("netty-common").artifactVersion()).isEqualTo(NETTY);
        assertThat(LettuceVersion.getVersion()).startsWith(LETTUCE);
        overServers().withPropertyValues("redlock.transport=" + transport, "redlock.password=secret",
            "redlock.name=orders", "redlock.key-prefix=lock:", "redlock.quorum=3", "redlock.ttl=7s",
            "redlock.auto-extend=2m", "redlock.longest-ttl=8s", "redlock.wait-in-line=true").run((context) ->
        {
            assertThat(context).hasNotFailed();
            final Redlock redlock = context.getBean(Redlock.class);
            Await.parking().untilAllUp(redlock, Duration.ofSeconds(20));
            assertThat(redlock.quorum()).isEqualTo(3);
            assertThat(redlock.defaults().ttl()).isEqualTo(Duration.ofSeconds(7));
            assertThat(redlock.defaults().maxHold()).isEqualTo(Duration.ofMinutes(2));
            assertThat(redlock).hasToString("client 'orders', 3 of 3 nodes vote");
            try (Lease lease = redlock.acquire("k", Duration.ofSeconds(10)))
            {
                assertThat(lease.isHeld()).isTrue();
                assertThat(redlock.keyBytes("k")).asString().isEqualTo("lock:k");
            }
        });
    }

    @Test
    void shouldAskABeanForCredentialsAndCustomizersForTheRest()
    {
        overServers().withPropertyValues("redlock.password=wrong").withBean(Credentials.class, Secret::new)
            .withBean(RedlockBuilderCustomizer.class, () -> (builder) -> builder.name("customized"))
            .run((context) -> assertThat(context.getBean(Redlock.class).toString())
                .startsWith("client 'customized', "));
    }

    @Test
    void shouldTellTheNewsToEveryBeanThatWantsThem()
    {
        final List<String> up = new CopyOnWriteArrayList<>();
        overServers().withPropertyValues("redlock.password=secret").withBean(RedlockEvents.class, () ->
            new RedlockEvents()
            {
                @Override
                public void onNodeStatus(final NodeStatus status)
                {
                    up.add(status.node());
                }
            }).run((context) ->
            {
                assertThat(context).hasNotFailed();
                Await.parking().until("all nodes", Duration.ofSeconds(20), () -> up.size() >= servers.size());
            });
    }

    @Test
    void shouldNeedNoMicrometer()
    {
        runner.withConfiguration(AutoConfigurations.of(
            RedlockMetricsAutoConfiguration.class, LockedAutoConfiguration.class))
            .withUserConfiguration(Faked.class)
            .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
            .run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("redlockMeters"));
    }

    @Test
    void shouldCloseTheClientWithTheContextOnly()
    {
        overServers().withPropertyValues("redlock.password=secret").run((context) ->
        {
            final Redlock redlock = context.getBean(Redlock.class);
            context.stop();
            context.start();
            redlock.tryAcquire("after a restart of the context").orElseThrow().release();
            context.close();
            assertThatThrownBy(() -> redlock.tryAcquire("k")).isInstanceOf(RedlockMisuseException.class);
        });
    }

    @Test
    void shouldLeaveTheApplicationItsClient()
    {
        try (FakeNodes nodes = FakeNodes.of(3))
        {
            runner.withBean("mine", Redlock.class, nodes::client).run((context) ->
                assertThat(context).hasNotFailed().getBeanNames(Redlock.class).containsExactly("mine"));
        }
    }

    @Test
    void shouldSayWhatIsMissing()
    {
        assertRefused(
            runner, "redlock.nodes is empty but must name the nodes", "define a bean of type Redlock");
        assertRefused(runner.withPropertyValues("redlock.nodes=redis://127.0.0.1:1"),
            "several transports were found: lettuce", "redlock.transport");
        assertRefused(runner.withPropertyValues(
            "redlock.nodes=redis://127.0.0.1:1", "redlock.transport=netty", "redlock.username=me"),
            "there is no redlock.password", "set both");
        assertRefused(runner.withPropertyValues(
            "redlock.nodes=redis://127.0.0.1:1", "redlock.transport=netty", "redlock.quorum=2"),
            "quorum", "redlock.");
        assertRefused(runner.withPropertyValues("redlock.nodes=redis://127.0.0.1:1",
            "redlock.transport=netty", "redlock.start-timeout=100ms"),
            "only 0 of 1 nodes came up", "set redlock.start-without-quorum=true");
        final ApplicationContextRunner patient = runner.withPropertyValues(
            "redlock.nodes=redis://127.0.0.1:1", "redlock.transport=netty", "redlock.start-timeout=0s",
            "redlock.start-without-quorum=true");
        patient.run((context) -> assertThat(context).hasNotFailed());
        assertRefused(patient.withUserConfiguration(Warming.class), "lock 'warm'",
            "wait longer than that for the lock");
    }

    /**
     * What wants a lock while the application starts.
     */
    @Configuration(proxyBeanMethods = false)
    static class Warming
    {
        @Bean
        SmartInitializingSingleton warm(final Redlock redlock)
        {
            return () ->
            {
                try
                {
                    redlock.acquire("warm", Duration.ofMillis(50)).close();
                }
                catch (final InterruptedException ex)
                {
                    throw new IllegalStateException(ex);
                }
            };
        }
    }

    private static void assertRefused(
        final ApplicationContextRunner application, final String what, final String remedy)
    {
        application.run((context) ->
        {
            final FailureAnalysis analysis =
                new RedlockFailureAnalyzer(new StandardEnvironment()).analyze(context.getStartupFailure());
            assertThat(analysis).as("of " + context.getStartupFailure()).isNotNull();
            assertThat(analysis.getDescription()).containsIgnoringCase(what);
            assertThat(analysis.getAction()).containsIgnoringCase(remedy);
        });
    }

    @Test
    void shouldRefuseAnOlderBoot()
    {
        BootVersion.check();
        BootVersion.check("4.1.1");
        BootVersion.check("5.0.0-M1");
        BootVersion.check(null);
        assertThatThrownBy(() -> BootVersion.check("3.5.7")).isInstanceOf(RedlockSetupException.class)
            .hasMessageContaining("Spring Boot is 3.5.7").hasMessageContaining("redlock-transport-lettuce");
    }

    @Test
    void shouldNotPrintSecrets()
    {
        final RedlockProperties properties = new Binder(new MapConfigurationPropertySource(
            Map.of("redlock.nodes", "redis://:secret@h", "redlock.password", "secret")))
            .bind("redlock", RedlockProperties.class).get();

        assertThat(properties.nodes()).isEqualTo(List.of("redis://:secret@h"));
        assertThat(properties.toString()).doesNotContain("secret");
    }

    private static final class Secret implements Credentials
    {
        @Override
        public String user()
        {
            return null;
        }

        @Override
        public String password()
        {
            return "secret";
        }
    }
}
