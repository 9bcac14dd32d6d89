// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.client;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.spring.boot.RedlockSetupException;
import dev.redlock.spring.boot.settings.BuilderWords;
import dev.redlock.spring.boot.settings.EnabledSetting;

/**
 * Says why the application did not start, without a stack trace.
 */
@Order(RedlockFailureAnalyzer.BEFORE_THE_ONE_OF_BEANS)
final class RedlockFailureAnalyzer extends AbstractFailureAnalyzer<RuntimeException>
{
    /*
     * Of a missing client Spring Boot's own would say that it has to be defined.
     */
    static final int BEFORE_THE_ONE_OF_BEANS = -1;

    private static final Pattern PLAIN =
        Pattern.compile("(?!(?:key|name|ttl|within) ')[a-z]+(?=[\\s,:;])");

    private final Environment environment;

    RedlockFailureAnalyzer(final Environment environment)
    {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(final Throwable failure, final RuntimeException ignored)
    {
        final RedlockSetupException setup = findCause(failure, RedlockSetupException.class);
        if (setup != null)
        {
            return new FailureAnalysis(
                sentence(setup.what()), setup.remedy().isEmpty() ? null : sentence(setup.remedy()), setup);
        }
        final NoSuchBeanDefinitionException missing = findCause(failure, NoSuchBeanDefinitionException.class);
        if (missing != null && missing.getBeanType() == Redlock.class && EnabledSetting.isOff(environment))
        {
            return new FailureAnalysis(
                "A bean needs a Redlock, but " + EnabledSetting.NAME + " is false, so there is none: " +
                failure.getMessage(), "Let it ask for an ObjectProvider<Redlock>, or set " +
                EnabledSetting.NAME + "=fake, with redlock-test on the class path, for locks inside this " +
                "process.", missing);
        }
        final RedlockException start = findCause(failure, RedlockException.class);

        return start == null ? null : new FailureAnalysis(
            sentence(BuilderWords.translate(String.valueOf(start.getMessage()))), action(start), start);
    }

    /*
     * What has votes is about a lock that somebody wanted, and not about the client.
     */
    private static String action(final RedlockException start)
    {
        return !start.votes().isEmpty() ?
            "A lock was wanted while the application started. Do as the description says; nodes that have " +
            "just started vote after redlock.longest-ttl, so wait longer than that for the lock." :
            start instanceof NoQuorumException ?
            "Start the nodes, correct redlock.nodes, or set redlock.start-without-quorum=true." :
            "Correct redlock.* or the nodes, as the message says.";
    }

    /*
     * An identifier stays as it is, such as redlock.ttl, maxNodeTimeout or the key of an annotation.
     */
    private static String sentence(final String text)
    {
        return (PLAIN.matcher(text).lookingAt() ? StringUtils.capitalize(text) : text) + ".";
    }
}
