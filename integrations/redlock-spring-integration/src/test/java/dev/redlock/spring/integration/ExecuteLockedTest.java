// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeoutException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.integration.util.CheckedCallable;
import org.springframework.integration.util.CheckedRunnable;

import dev.redlock.Lease;
import dev.redlock.test.FakeNodes;

/**
 * Work by {@code executeLocked}, in its four forms.
 */
class ExecuteLockedTest
{
    private static final String KEY = "orders";
    private static final String FULL_KEY = "app:orders";
    private static final Duration WAIT = ofSeconds(10);

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(5);
    private final RedlockLockRegistry registry = new RedlockLockRegistry(nodes.client(), "app");
    private final IOException failure = new IOException("of the work");
    private final CheckedRunnable<IOException> failing = () ->
    {
        throw failure;
    };
    private final CheckedRunnable<IOException> losing = () -> nodes.takeAway(FULL_KEY);
    private final CheckedRunnable<IOException> losingAndFailing = () ->
    {
        nodes.takeAway(FULL_KEY);
        throw failure;
    };

    @Test
    void shouldDoTheWorkUnderTheLock() throws Exception
    {
        final CheckedCallable<Boolean, IOException> asking = () -> nodes.isHeld(FULL_KEY);
        final CheckedRunnable<IOException> checking = () -> assertThat(nodes.isHeld(FULL_KEY)).isTrue();

        assertThat(registry.executeLocked(KEY, asking)).isTrue();
        assertThat(registry.executeLocked(KEY, WAIT, asking)).isTrue();
        registry.executeLocked(KEY, checking);
        registry.executeLocked(KEY, WAIT, checking);
        assertThat(nodes.isHeld(FULL_KEY)).isFalse();
    }

    @Test
    void shouldTellAFailureOfTheWorkAlone()
    {
        assertFails(() -> registry.executeLocked(KEY, failing), 0);
        assertFails(() -> registry.executeLocked(KEY, WAIT, failing), 0);
        assertFails(() -> registry.executeLocked(KEY, callable(failing)), 0);
        assertFails(() -> registry.executeLocked(KEY, WAIT, callable(failing)), 0);
    }

    @Test
    void shouldNotHideAFailureOfTheWorkBehindALoss()
    {
        assertFails(() -> registry.executeLocked(KEY, losingAndFailing), 1);
    }

    @Test
    void shouldNotHideAFailureOfTheWorkBehindALossAfterAWait()
    {
        assertFails(() -> registry.executeLocked(KEY, WAIT, losingAndFailing), 1);
    }

    @Test
    void shouldNotHideAFailureOfTheCallBehindALoss()
    {
        assertFails(() -> registry.executeLocked(KEY, callable(losingAndFailing)), 1);
    }

    @Test
    void shouldNotHideAFailureOfTheCallBehindALossAfterAWait()
    {
        assertFails(() -> registry.executeLocked(KEY, WAIT, callable(losingAndFailing)), 1);
    }

    @Test
    void shouldTellALossAfterWorkThatSucceeded()
    {
        assertThatThrownBy(() -> registry.executeLocked(KEY, losing))
            .isInstanceOf(ConcurrentModificationException.class).hasMessageContaining("REFUSED");
    }

    @Test
    void shouldNotBeginWhileSomebodyElseHoldsTheLock()
    {
        try (Lease theirs = nodes.holdElsewhere(FULL_KEY))
        {
            assertThatThrownBy(() -> registry.executeLocked(KEY, ofSeconds(2), failing))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContainingAll(FULL_KEY, "within 2 s", "somebody else holds it");
            assertThat(theirs.isHeld()).isTrue();
        }
        assertThat(registry.heldCount()).isZero();
    }

    private void assertFails(final ThrowingCallable call, final int losses)
    {
        assertThatThrownBy(call).isSameAs(failure);
        assertThat(failure.getSuppressed()).hasSize(losses)
            .allMatch((loss) -> loss instanceof ConcurrentModificationException);
        assertThat(registry.heldCount()).isZero();
    }

    private static CheckedCallable<String, IOException> callable(final CheckedRunnable<IOException> work)
    {
        return () ->
        {
            work.run();

            return "done";
        };
    }
}
