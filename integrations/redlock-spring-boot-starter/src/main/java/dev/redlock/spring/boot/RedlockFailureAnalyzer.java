// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.util.StringUtils;

import dev.redlock.NoQuorumException;
import dev.redlock.RedlockException;

/**
 * Says why the application did not start, without a stack trace.
 */
final class RedlockFailureAnalyzer extends AbstractFailureAnalyzer<RuntimeException>
{
    private static final Pattern PLAIN =
        Pattern.compile("(?!(?:key|name|ttl|within) ')[a-z]+(?=[\\s,:;])");

    @Override
    protected @Nullable FailureAnalysis analyze(final Throwable failure, final RuntimeException ignored)
    {
        final RedlockSetupException setup = findCause(failure, RedlockSetupException.class);
        if (setup != null)
        {
            return new FailureAnalysis(
                sentence(setup.what()), setup.remedy().isEmpty() ? null : sentence(setup.remedy()), setup);
        }
        final RedlockException start = findCause(failure, RedlockException.class);

        return start == null ? null : new FailureAnalysis(
            sentence(BuilderWords.translate(String.valueOf(start.getMessage()))),
            start instanceof NoQuorumException ?
            "Start the nodes, correct redlock.nodes, or set redlock.start-without-quorum=true." :
            "Correct redlock.* or the nodes, as the message says.", start);
    }

    /*
     * An identifier stays as it is, such as redlock.ttl, maxNodeTimeout or the key of an annotation.
     */
    private static String sentence(final String text)
    {
        return (PLAIN.matcher(text).lookingAt() ? StringUtils.capitalize(text) : text) + ".";
    }
}
