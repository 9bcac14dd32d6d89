// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.RETURNS_DEFAULTS;
import static org.mockito.Mockito.mock;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.stubbing.Answer;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.StandardEnvironment;

import dev.redlock.Redlock;
import dev.redlock.spring.boot.Faked;
import dev.redlock.spring.boot.locked.LockedAutoConfiguration;
import dev.redlock.spring.boot.locked.LockedRefusalTest;
import dev.redlock.spring.boot.locked.OverriddenBeansTest;

/**
 * Who writes properties reads their names, not those of the builder's methods.
 */
class RedlockFailureAnalyzerTest
{
    private final ApplicationContextRunner fake = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            AopAutoConfiguration.class, RedlockAutoConfiguration.class, LockedAutoConfiguration.class))
        .withUserConfiguration(Faked.class);

    private static FailureAnalysis analysis(final ApplicationContextRunner application)
    {
        final FailureAnalysis[] found = new FailureAnalysis[1];
        application.run((context) ->
            found[0] = new RedlockFailureAnalyzer(new StandardEnvironment())
                .analyze(context.getStartupFailure()));
        assertThat(found[0]).isNotNull();

        return found[0];
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "redlock.ttl=0s | redlock.ttl is 0 | Correct redlock.ttl.",
        "redlock.ttl=2m | raise redlock.longest-ttl in all | Correct redlock.ttl or redlock.longest-ttl.",
        "redlock.ttl=1ms | redlock.ttl of 1 ms | Correct redlock.ttl.",
        "redlock.longest-ttl=0s | redlock.longest-ttl is 0 | Correct redlock.longest-ttl.",
        "redlock.longest-ttl=10s | which is 10 s | Correct redlock.ttl or redlock.longest-ttl.",
        "redlock.quorum=2 | redlock.quorum is 2 but for 5 nodes | Correct redlock.quorum.",
        "redlock.auto-extend=0s | redlock.auto-extend is 0 | Correct redlock.auto-extend."})
    void shouldNameTheProperty(final String property, final String what, final String action)
    {
        final FailureAnalysis analysis = analysis(fake.withPropertyValues(property));
        assertThat(analysis.getDescription()).contains(what).doesNotContain("Builder", "longestTtl");
        assertThat(analysis.getAction()).contains(action);
    }

    @Test
    void shouldNameThePropertiesOfTheWayToTheNodes()
    {
        final ApplicationContextRunner real = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class))
            .withPropertyValues("redlock.nodes=redis://127.0.0.1:1", "redlock.transport=netty");
        final FailureAnalysis timeout = analysis(real.withPropertyValues("redlock.min-node-timeout=2s"));
        assertThat(timeout.getDescription()).startsWith("redlock.max-node-timeout is 1s but must not be " +
            "less than redlock.min-node-timeout");
        assertThat(timeout.getAction())
            .isEqualTo("Correct redlock.max-node-timeout or redlock.min-node-timeout.");
        final FailureAnalysis prefix =
            analysis(real.withPropertyValues("redlock.key-prefix=" + "k".repeat(100_000)));
        assertThat(prefix.getDescription()).startsWith("redlock.key-prefix is 100000 bytes long");
        assertThat(prefix.getAction()).isEqualTo("Correct redlock.key-prefix.");
        assertThat(analysis(real.withPropertyValues("redlock.start-timeout=50ms")).getDescription())
            .startsWith("Only 0 of 1 nodes came up").contains("redlock.start-without-quorum=true");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "redis://a,redis://b, | redlock.nodes[2] of 3 is empty.",
        "redis://a,,redis://b | redlock.nodes[1] of 3 is empty.",
        "redis://a,${no.such:},redis://b | redlock.nodes[1] of 3 is empty."})
    void shouldSayWhichNodeIsEmpty(final String nodes, final String what)
    {
        final FailureAnalysis analysis = analysis(new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class))
            .withPropertyValues("redlock.transport=netty", "redlock.nodes=" + nodes));
        assertThat(analysis.getDescription()).isEqualTo(what);
        assertThat(analysis.getAction()).contains("comma", "placeholder");
    }

    @Test
    void shouldSayWhatHelpsAMethodWhoseLockIsTooLong()
    {
        final FailureAnalysis analysis =
            analysis(fake.withUserConfiguration(LockedRefusalTest.TooLong.class));
        assertThat(analysis.getDescription()).contains("TooLong.work() is PT2M but redlock.longest-ttl is");
        assertThat(analysis.getAction()).isEqualTo("Set a shorter ttl on @Locked, or raise " +
            "redlock.longest-ttl (the same in all clients).");
    }

    @Test
    void shouldNotCapitaliseAnIdentifier()
    {
        assertThat(analysis(fake.withUserConfiguration(LockedRefusalTest.Unquoted.class)).getDescription())
            .startsWith("key 'nightly' of @Locked on");
        assertThat(analysis(fake.withPropertyValues("redlock.locked.within=-1s")).getDescription())
            .startsWith("redlock.locked.within is -1000ms");
    }

    /**
     * Spring Boot's own analyzer would say that a bean has to be defined.
     */
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void shouldNameThePropertyWhereThereIsNoClientByIntent(final CapturedOutput output)
    {
        final SpringApplication application = new SpringApplication(
            RedlockAutoConfiguration.class, LockedAutoConfiguration.class, NeedsClient.class);
        application.setWebApplicationType(WebApplicationType.NONE);

        assertThatThrownBy(() -> application.run("--redlock.enabled=false"))
            .hasRootCauseInstanceOf(NoSuchBeanDefinitionException.class);
        assertThat(output).contains("redlock.enabled is false, so there is none", "ObjectProvider<Redlock>");
    }

    @Test
    void shouldSayThatAMockIsNoClient()
    {
        for (final Answer<?> answer : List.of(RETURNS_DEFAULTS, RETURNS_DEEP_STUBS))
        {
            final FailureAnalysis analysis = analysis(new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class,
                    RedlockAutoConfiguration.class, LockedAutoConfiguration.class))
                .withBean(Redlock.class, () -> mock(Redlock.class, answer))
                .withBean(OverriddenBeansTest.Given.class));
            assertThat(analysis.getDescription()).contains("the bean of type Redlock is a mock");
            assertThat(analysis.getAction()).contains("@FakeRedlock");
        }
    }

    static final class NeedsClient
    {
        NeedsClient(final Redlock redlock)
        {
            assertThat(redlock).isNotNull();
        }
    }
}
