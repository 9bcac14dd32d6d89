// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.Engine;
import dev.redlock.fake.Deadline;

class InboxTest
{
    private static final int CAPACITY = 16;

    private final Inbox inbox = new Inbox(CAPACITY);
    private volatile boolean hasEnded;

    @Test
    void shouldPutWhatComesFromWithinBehindWhatCameBefore()
    {
        final Counted fromOutside = new Counted();
        final Counted fromWithin = new Counted();

        inbox.offer(fromOutside, false);
        inbox.addFromWithin(fromWithin, false);

        assertThat(inbox.size()).isEqualTo(2);
        assertThat(inbox.poll()).isSameAs(fromOutside);
        assertThat(inbox.poll()).isSameAs(fromWithin);
        assertThat(inbox.poll()).isNull();
        assertThat(inbox.isEmpty()).isTrue();
    }

    @Test
    void shouldTakeWhatIsUrgentFirstAndInOrder()
    {
        final Counted ordinary = new Counted();
        final List<Command> urgent = new ArrayList<>();
        inbox.offer(ordinary, false);
        for (int i = 0; i < 10 * CAPACITY; i++)
        {
            urgent.add(new Counted());
            assertThat(inbox.offer(urgent.get(i), true)).isTrue();
        }
        assertThat(inbox.size()).isEqualTo(10 * CAPACITY + 1);

        urgent.forEach((command) -> assertThat(inbox.poll()).isSameAs(command));
        assertThat(inbox.isEmpty()).isFalse();
        assertThat(inbox.poll()).isSameAs(ordinary);
        assertThat(inbox.poll()).isNull();
        assertThat(inbox.isEmpty()).isTrue();
    }

    /**
     * Who releases and acquires again must not find that he still holds.
     */
    @Test
    void shouldTakeAReleaseBeforeTheAcquireThatFollowsIt() throws InterruptedException
    {
        final int pairs = 20_000;
        final Thread application = new Thread(() ->
        {
            for (int i = 0; i < pairs; i++)
            {
                inbox.offer(new Counted(), true);
                final Counted ordinary = new Counted();
                ordinary.isOrdinary = true;
                while (!inbox.offer(ordinary, false))
                {
                    Thread.yield();
                }
            }
        });
        application.start();

        int urgentTaken = 0;
        for (int ordinaryTaken = 0; ordinaryTaken < pairs; )
        {
            final Counted command = (Counted)inbox.poll();
            if (command == null)
            {
                Thread.yield();
            }
            else if (command.isOrdinary)
            {
                ordinaryTaken++;
                assertThat(urgentTaken).isGreaterThanOrEqualTo(ordinaryTaken);
            }
            else
            {
                urgentTaken++;
            }
        }
        Deadline.join(application);
    }

    /**
     * A machine without memory may throw anywhere; the next caller waits, too.
     */
    @Test
    void shouldRefuseAllAtItsEndThoughOneThrows()
    {
        final List<Counted> all = IntStream.range(0, 8).mapToObj((i) -> new Counted()).toList();
        for (int i = 0; i < all.size(); i++)
        {
            all.get(i).isThrowing = i % 2 == 0;
            inbox.offer(all.get(i), i < 4);
        }
        assertThatThrownBy(inbox::end).isInstanceOf(StackOverflowError.class).hasMessage("planted");

        final Counted late = new Counted();
        late.isThrowing = true;
        inbox.offer(late, true);
        assertThatThrownBy(inbox::refuseLeftovers).hasMessage("planted");

        assertThat(all).allMatch((command) -> command.refusals.get() == 1);
        assertThat(late.refusals).hasValue(1);
    }

    @Test
    void shouldRefuseAtAndAfterItsEndWhatIsUrgent()
    {
        final Counted taken = new Counted();
        final Counted early = new Counted();
        final Counted late = new Counted();
        inbox.offer(taken, true);
        inbox.offer(early, true);
        assertThat(inbox.poll()).isSameAs(taken);

        inbox.end();
        assertThat(early.refusals.get()).isEqualTo(1);
        assertThat(inbox.offer(late, true)).isTrue();
        inbox.refuseLeftovers();

        assertThat(taken.refusals.get()).isEqualTo(0);
        assertThat(late.refusals.get()).isEqualTo(1);
        assertThat(inbox.isEmpty()).isTrue();
    }

    @Test
    void shouldAlwaysHaveRoomForWhatComesFromWithin()
    {
        final List<Command> expected = new ArrayList<>();
        for (int i = 0; i < 10 * CAPACITY; i++)
        {
            expected.add(new Counted());
            inbox.addFromWithin(expected.get(i), false);
        }
        assertThat(inbox.size()).isEqualTo(10 * CAPACITY);

        final List<Command> taken = new ArrayList<>();
        while (!inbox.isEmpty())
        {
            final Command command = inbox.poll();
            if (command != null)
            {
                taken.add(command);
            }
        }

        assertThat(taken).isEqualTo(expected);
    }

    @Test
    void shouldRefuseAtItsEndWhatWasNotTaken()
    {
        final List<Counted> commands = new ArrayList<>();
        for (int i = 0; i < 2 * CAPACITY; i++)
        {
            commands.add(new Counted());
            inbox.addFromWithin(commands.get(i), false);
        }
        commands.remove(inbox.poll());

        inbox.end();

        commands.forEach(command -> assertThat(command.refusals.get()).isEqualTo(1));
        assertThat(inbox.isEmpty()).isTrue();
    }

    @Test
    void shouldRefuseAfterItsEndWhatComesFromWithin()
    {
        final Counted late = new Counted();
        inbox.end();

        inbox.addFromWithin(late, true);

        assertThat(late.refusals.get()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAfterItsEndWhatIsOffered()
    {
        final Counted late = new Counted();
        inbox.end();

        inbox.offer(late, false);
        assertThat(late.refusals.get()).isEqualTo(0);
        inbox.refuseLeftovers();

        assertThat(late.refusals.get()).isEqualTo(1);
    }

    @Test
    void shouldRefuseNothingBeforeItsEnd()
    {
        final Counted command = new Counted();
        inbox.offer(command, false);

        inbox.refuseLeftovers();

        assertThat(command.refusals.get()).isEqualTo(0);
        assertThat(inbox.isEmpty()).isFalse();
    }

    /**
     * Whatever is offered while the engine ends is taken or refused, and not both.
     */
    @RepeatedTest(150)
    void shouldForgetNothingThatIsOfferedWhileItEnds(final RepetitionInfo repetition)
        throws InterruptedException
    {
        final int takenBeforeTheEnd = repetition.getCurrentRepetition() % 50;
        final List<List<Counted>> offered = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        final List<Thread> threads = new ArrayList<>();
        offered.forEach((own) -> threads.add(new Thread(() -> offerUntilTheEnd(own))));

        threads.forEach(Thread::start);
        int taken = 0;
        while (taken < takenBeforeTheEnd)
        {
            final Command command = inbox.poll();
            if (command == null)
            {
                Thread.yield();
            }
            else
            {
                command.run(null, 0);
                taken++;
            }
        }
        inbox.end();
        hasEnded = true;
        for (final Thread thread : threads)
        {
            Deadline.join(thread);
        }

        int answered = 0;
        for (final List<Counted> own : offered)
        {
            for (final Counted command : own)
            {
                assertThat(command.runs.get() + command.refusals.get()).isEqualTo(1);
                answered += command.runs.get();
            }
        }
        assertThat(answered).isEqualTo(takenBeforeTheEnd);
        assertThat(inbox.isEmpty()).isTrue();
    }

    private void offerUntilTheEnd(final List<Counted> own)
    {
        boolean isLast;
        do
        {
            isLast = hasEnded;
            final Counted command = new Counted();
            if (inbox.offer(command, own.size() % 3 == 0))
            {
                own.add(command);
            }
            inbox.refuseLeftovers();
        }
        while (!isLast);
    }

    private static final class Counted extends Command
    {
        private boolean isOrdinary;
        private boolean isThrowing;
        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger refusals = new AtomicInteger();

        @Override
        public void run(final Engine engine, final long nowNs)
        {
            runs.incrementAndGet();
        }

        @Override
        public void refuse()
        {
            refusals.incrementAndGet();
            if (isThrowing)
            {
                throw new StackOverflowError("planted");
            }
        }
    }
}
