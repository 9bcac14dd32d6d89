// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.spring.boot.Faked;
import dev.redlock.spring.boot.RedlockSetupException;
import dev.redlock.spring.boot.client.RedlockAutoConfiguration;

/**
 * Applications over nodes in memory that start, or do not.
 */
public final class Refusals
{
    public static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            AopAutoConfiguration.class, RedlockAutoConfiguration.class, LockedAutoConfiguration.class))
        .withUserConfiguration(Faked.class);

    private Refusals()
    {
    }

    public static void assertRefused(final Class<?> bean, final String... parts)
    {
        assertRefused(RUNNER.withUserConfiguration(bean), parts);
    }

    public static void assertRefused(final ApplicationContextRunner application, final String... parts)
    {
        application.run((context) ->
        {
            Throwable refusal = context.getStartupFailure();
            while (refusal != null && !(refusal instanceof RedlockSetupException))
            {
                refusal = refusal.getCause();
            }
            assertThat(refusal).as("refusal in " + context.getStartupFailure()).isNotNull();
            assertThat(refusal.getMessage()).contains(parts);
        });
    }

    public static void assertStarts(final Class<?>... beans)
    {
        RUNNER.withUserConfiguration(beans).run((context) -> assertThat(context).hasNotFailed());
    }
}
