// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.Engine;
import dev.redlock.outcome.LostReason;

class BusyHandlesTest
{
    private final BusyHandles handles = new BusyHandles();
    private final List<LostReason> told = new ArrayList<>();

    /**
     * A machine without memory may throw before or after a handle has left; the next caller waits, too.
     */
    @Test
    void shouldAnswerAllThoughOneThrows()
    {
        handles.add(new Owing(false, false));
        handles.add(new Owing(true, false));
        handles.add(new Owing(true, true));
        handles.add(new Owing(false, false));

        assertThatThrownBy(() -> handles.abandonAll(LostReason.ENGINE_FAILED))
            .isInstanceOf(StackOverflowError.class).hasMessage("planted");

        assertThat(told).hasSize(4);
        handles.abandonAll(LostReason.CLOSED);
        assertThat(told).as("none is left").hasSize(4);
    }

    private final class Owing extends BusyHandles.Busy
    {
        private final boolean isThrowing;
        private final boolean isStaying;

        private Owing(final boolean isThrowing, final boolean isStaying)
        {
            this.isThrowing = isThrowing;
            this.isStaying = isStaying;
        }

        @Override
        protected boolean isKeeping()
        {
            throw new AssertionError("not at a close");
        }

        @Override
        protected String shownKey()
        {
            throw new AssertionError("not at a close");
        }

        @Override
        protected void shed(final Engine engine, final long nowNs)
        {
            throw new AssertionError("not at a close");
        }

        @Override
        protected void abandon(final LostReason reason)
        {
            told.add(reason);
            if (!isStaying)
            {
                handles.remove(this);
            }
            if (isThrowing)
            {
                throw new StackOverflowError("planted");
            }
        }
    }
}
