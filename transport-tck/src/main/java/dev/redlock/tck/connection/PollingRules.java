// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckRules;

/**
 * Waits, polls without waiting, and wake-ups.
 */
public interface PollingRules extends TckRules
{
    /**
     * Longer than any wait that should end by itself.
     */
    long LONG_NS = 15_000 * MS;

    /**
     * An invoker's thread has other things to do.
     */
    @Test
    default void shouldNotWaitWhenToldNotTo()
    {
        final TckClient client = open().up(0);
        client.quiet();
        final long startNs = harness().nowNs();
        int events = 0;
        for (int i = 0; i < 100; i++)
        {
            events += client.poll(0);
        }

        assertThat(events).isZero();
        assertThat(harness().nowNs() - startNs).isLessThan(1000 * MS);
    }

    /**
     * A caller that never waits must still get everything.
     */
    @Test
    default void shouldDeliverToACallerThatNeverWaits()
    {
        final TckClient client = open();
        client.connect(0);
        final long startNs = harness().nowNs();
        long sent = 0;
        while (client.events(TckEvent.Kind.REPLY, 0).size() < 20 && harness().nowNs() - startNs < LONG_NS)
        {
            if (client.isUp(0) && sent++ < 20)
            {
                client.append(0, "log", "x");
            }
            client.poll(0);
            harness().pass(MS / 20);
        }

        assertThat(client.events(TckEvent.Kind.REPLY, 0)).hasSize(20);
    }

    /**
     * The engine's timers depend on it.
     */
    @Test
    default void shouldWaitNoLongerThanTold()
    {
        final TckClient client = open().up(0);
        client.quiet();
        final long startNs = harness().nowNs();
        client.poll(50 * MS);

        assertThat(harness().nowNs() - startNs).isLessThan(5000 * MS);
    }

    /**
     * A thread that spins instead of waiting takes a core from others.
     */
    @Test
    default void shouldWaitAboutAsLongAsTold()
    {
        final TckClient client = open().up(0);
        client.quiet();
        final long startNs = harness().nowNs();
        int polls = 0;
        while (harness().nowNs() - startNs < 200 * MS)
        {
            client.poll(20 * MS);
            polls++;
        }

        assertThat(polls).isLessThan(50);
    }

    /**
     * An answer ends the wait.
     */
    @Test
    default void shouldReturnWhenAnAnswerComes()
    {
        final TckClient client = open().up(0);
        node(0).delay(20 * MS);
        final long id = client.append(0, "log", "x");

        checkReturns(client, () -> client.isAnswered(id));
    }

    private void checkReturns(final TckClient client, final BooleanSupplier hasCome)
    {
        final long startNs = harness().nowNs();
        while (!hasCome.getAsBoolean() && harness().nowNs() - startNs < LONG_NS)
        {
            client.poll(LONG_NS);
        }

        assertThat(hasCome.getAsBoolean()).isTrue();
        assertThat(harness().nowNs() - startNs).isLessThan(LONG_NS / 2);
    }

    /**
     * So does the end of a connection.
     */
    @Test
    default void shouldReturnWhenAConnectionEnds()
    {
        final TckClient client = open().up(0);
        client.quiet();
        harness().later(20 * MS, () -> node(0).cut());

        checkReturns(client, () -> !client.isUp(0));
    }

    /**
     * What was asked for before the wait began is told without any wait.
     */
    @Test
    default void shouldNotWaitWhenThereIsAnEndToTell()
    {
        final TckClient client = open().up(0);
        client.quiet();
        client.disconnect(0);

        checkReturns(client, () -> !client.isUp(0));
        assertThat(client.events(TckEvent.Kind.DOWN, 0)).hasSize(1);
    }

    /**
     * Another thread has handed over a command and wants it sent now.
     */
    @Test
    default void shouldBeWokenFromAWait()
    {
        final TckClient client = open().up(0);
        client.quiet();
        for (int i = 0; i < 5; i++)
        {
            checkWoken(client, () -> harness().later(10 * MS, client.transport()::wakeup));
        }
    }

    private void checkWoken(final TckClient client, final Runnable wake)
    {
        final long startNs = harness().nowNs();
        wake.run();
        client.poll(LONG_NS);
        assertThat(harness().nowNs() - startNs).isLessThan(LONG_NS / 2);
    }

    /**
     * The thread was about to wait: the call that came just before must not be lost, or the command waits
     * with it.
     */
    @Test
    default void shouldBeWokenBeforeItWaits()
    {
        final TckClient client = open().up(0);
        client.quiet();
        IntStream.range(0, 5).forEach((i) -> checkWoken(client, client.transport()::wakeup));
    }

    /**
     * A wake-up is not an event: there is nothing to tell, and the next wait works as before.
     */
    @Test
    default void shouldTellNothingWhenWoken()
    {
        final TckClient client = open().up(0);
        client.quiet();
        final int before = client.events().size();
        IntStream.range(0, 100).forEach((i) -> client.transport().wakeup());
        client.quiet();

        assertThat(client.events()).hasSize(before);
        client.awaitReply(client.append(0, "log", "x"));
    }

    /**
     * An interrupt asks the thread to return; the caller of poll finds out why, so the thread stays
     * interrupted.
     */
    @Test
    default void shouldNotWaitOnAThreadThatIsInterrupted()
    {
        final TckClient client = open().up(0);
        client.quiet();
        checkWoken(client, Thread.currentThread()::interrupt);

        assertThat(Thread.interrupted()).isTrue();
        client.awaitReply(client.append(0, "log", "x"));
    }

    /**
     * Idle strategies and duty cycles use the number.
     */
    @Test
    default void shouldCountWhatItTells()
    {
        final TckClient client = open().up(0);
        client.quiet();
        final long id = client.append(0, "log", "x");
        int counted = 0;
        final long startNs = harness().nowNs();
        while (!client.isAnswered(id) && harness().nowNs() - startNs < LONG_NS)
        {
            assertThat(counted).isZero();
            counted = client.poll(10 * MS);
        }

        assertThat(counted).isPositive();
    }
}
