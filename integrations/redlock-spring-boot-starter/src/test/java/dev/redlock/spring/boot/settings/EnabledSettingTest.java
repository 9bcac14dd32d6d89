// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.settings;

import static dev.redlock.spring.boot.locked.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spring.boot.Faked;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.OnFailure;
import dev.redlock.spring.boot.RedlockBuilderCustomizer;
import dev.redlock.spring.boot.actuator.RedlockHealthAutoConfiguration;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;
import dev.redlock.spring.boot.locked.LockedAutoConfiguration;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.spring.FakeRedlockAutoConfiguration;

/**
 * An application with a client, without one, and over nodes in memory, by {@code redlock.enabled}.
 */
class EnabledSettingTest
{
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
            FakeRedlockAutoConfiguration.class, LockedAutoConfiguration.class,
            RedlockHealthAutoConfiguration.class))
        .withUserConfiguration(Work.class);

    private static List<String> lines(final Runnable application)
    {
        final List<String> lines = new ArrayList<>();
        final Handler handler = new Handler()
        {
            @Override
            public void publish(final LogRecord line)
            {
                lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush()
            {
                // Nothing is kept back.
            }

            @Override
            public void close()
            {
                // Nothing is open.
            }
        };
        final Logger logger = Logger.getLogger("dev.redlock");
        final Level before = logger.getLevel();
        logger.setLevel(Level.INFO);
        logger.addHandler(handler);
        try
        {
            application.run();
        }
        finally
        {
            logger.removeHandler(handler);
            logger.setLevel(before);
        }

        return List.copyOf(lines);
    }

    @Test
    void shouldTellAHealthyStartInALine()
    {
        final FakeNodes nodes = FakeNodes.of(3);
        assertThat(lines(() -> runner.withBean(TransportProvider.class, nodes::provider).withPropertyValues(
            "redlock.nodes=redis://n0,redis://n1,redis://n2", "redlock.name=shop",
            "redlock.assume-nodes-fresh=true").run((context) -> assertThat(context).hasNotFailed())))
            .filteredOn((line) -> line.startsWith("INFO"))
            .singleElement().asString().contains("client 'shop'", "of 3 nodes vote");
    }

    @Test
    void shouldStartWithoutAClientAndThrowAtTheCall()
    {
        runner.withPropertyValues("redlock.enabled=false").run((context) ->
        {
            assertThat(context).hasNotFailed().doesNotHaveBean(Redlock.class)
                .doesNotHaveBean("redlockHealthIndicator");
            final Work work = context.getBean(Work.class);
            assertThatThrownBy(() -> work.one(() -> true)).isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("Work.one(Supplier) needs a lock", "redlock.enabled is false",
                    "it did not run", "set redlock.enabled=true");
            assertThatThrownBy(work::skipped).hasMessageContaining("redlock.enabled is false");
            assertThatThrownBy(work::named).hasMessageContaining("redlock.enabled is false");
        });
    }

    @Test
    void shouldRunOverNodesInMemoryAndSaySo()
    {
        assertThat(lines(() -> runner.withPropertyValues("redlock.enabled=fake").run((context) ->
        {
            assertThat(context).hasNotFailed();
            final FakeNodes nodes = context.getBean(FakeNodes.class);
            final Work work = context.getBean(Work.class);
            assertThat(work.one(() -> nodes.isHeld("one"))).isTrue();
        }))).anySatisfy((line) -> assertThat(line).startsWith("WARNING redlock.enabled is 'fake'")
            .contains("keep no other process out", "never set this in production"));
    }

    @Test
    void shouldRunATestOverNodesInMemoryWhateverItIsSetTo()
    {
        for (final String setting : List.of("true", "false", "fake"))
        {
            runner.withUserConfiguration(Faked.class)
                .withBean(TransportProvider.class, FakeNodes.of(1)::provider)
                .withBean(RedlockBuilderCustomizer.class, () -> (builder) -> builder.transport("netty"))
                .withPropertyValues("redlock.enabled=" + setting, "redlock.key-prefix=lock:",
                    "redlock.nodes=redis://a,redis://b,redis://c").run((context) ->
                    {
                        assertThat(context).hasNotFailed();
                        final FakeNodes nodes = context.getBean(FakeNodes.class);
                        assertThat(nodes.size()).isEqualTo(3);
                        final Work work = context.getBean(Work.class);
                        assertThat(work.one(() -> nodes.isHeld("lock:one"))).isTrue();
                    });
        }
    }

    /**
     * Not the one that it makes for real nodes, without a word.
     */
    @Test
    void shouldRefuseATestOverNodesInMemoryIfTheApplicationMakesItsClient()
    {
        final FakeNodes nodes = FakeNodes.of(1);
        assertRefused(runner.withUserConfiguration(Faked.class)
            .withBean("own", Redlock.class, () -> nodes.builder().build()), "there are several");
    }

    @Test
    void shouldLeaveTheApplicationItsClient()
    {
        final FakeNodes nodes = FakeNodes.of(1);
        for (final String setting : List.of("true", "false", "fake"))
        {
            runner.withBean("ownBuilder", RedlockBuilder.class, () -> nodes.builder().keyPrefix("own:"))
                .withBean("own", Redlock.class, () -> nodes.builder().keyPrefix("own:").build())
                .withPropertyValues("redlock.enabled=" + setting, "of.named=own")
                .run((context) ->
                {
                    assertThat(context).hasNotFailed().hasSingleBean(Redlock.class);
                    final Work work = context.getBean(Work.class);
                    assertThat(work.one(() -> nodes.isHeld("own:one"))).isTrue();
                });
        }
    }

    @Test
    void shouldRefuseWhatIsNoSetting()
    {
        assertRefused(runner.withPropertyValues("redlock.enabled=maybe"),
            "redlock.enabled is 'maybe' but must be true, false or fake");
    }

    static class Work
    {
        @Locked(name = "one")
        public boolean one(final Supplier<Boolean> body)
        {
            return body.get();
        }

        @Locked(name = "skipped", onFailure = OnFailure.SKIP)
        public void skipped()
        {
        }

        @Locked(name = "named", client = "${of.named:redlock}")
        public void named()
        {
        }
    }
}
