// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LateAnswersTest
{
    private static final long SECOND_NS = 1_000_000_000L;

    /**
     * A monotonic clock begins anywhere.
     */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -SECOND_NS * 3600, 0, Long.MAX_VALUE})
    void shouldGiveWhatIsOwedWhereverTheClockBegins(final long startNs)
    {
        final LateAnswers answers = new LateAnswers(startNs);
        answers.add(new LateAnswers.Answer()
        {
            @Override
            protected boolean tryGive()
            {
                return true;
            }
        });

        answers.giveIfDue(startNs + SECOND_NS);

        assertThat(answers.areOwed()).isFalse();
    }
}
