// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.info;

import java.util.List;

import dev.redlock.spi.Answer;

/**
 * A node's answer to {@code TIME}.
 */
public final class NodeTime
{
    /**
     * Stands for an answer that is no time.
     */
    public static final long UNKNOWN = InfoText.UNKNOWN;

    private static final long US_PER_SECOND = 1_000_000;
    private static final long LATEST_SECONDS = (1L << 53) / US_PER_SECOND;

    private NodeTime()
    {
    }

    /**
     * Reads an answer.
     *
     * @param answer of the node.
     * @return microseconds since 1970, at most 2^53; {@link #UNKNOWN} if it is anything else than two numbers
     *         of seconds and microseconds.
     */
    public static long us(final Answer answer)
    {
        final List<Answer> parts = answer.elements();
        final long seconds = parts.size() == 2 ? InfoText.decimal(parts.get(0).text()) : UNKNOWN;
        final long us = seconds == UNKNOWN ? UNKNOWN : InfoText.decimal(parts.get(1).text());
        final boolean isTime = seconds != UNKNOWN && seconds <= LATEST_SECONDS &&
            us != UNKNOWN && us < US_PER_SECOND;

        return isTime ? seconds * US_PER_SECOND + us : UNKNOWN;
    }
}
