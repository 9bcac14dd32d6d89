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
    private static final int MANY = 40;

    private final Inbox inbox = new Inbox();
    private volatile boolean hasEnded;

    @Test
    void shouldBeEmptyAtFirst()
    {
        assertThat(inbox.isEmpty()).isTrue();
        assertThat(inbox.size()).isEqualTo(0);
        assertThat(inbox.poll()).isNull();
    }

    /**
     * Who releases and acquires again must not find that he still holds.
     */
    @Test
    void shouldGiveBackInTheOrderOfAdding()
    {
        final List<Command> added = new ArrayList<>();
        final List<Command> taken = new ArrayList<>();
        for (int i = 0; i < MANY; i++)
        {
            added.add(add(new Counted()));
            added.add(add(new Counted()));
            taken.add(inbox.poll());
            assertThat(inbox.size()).isEqualTo(i + 1);
        }
        while (!inbox.isEmpty())
        {
            taken.add(inbox.poll());
        }

        assertThat(taken).isEqualTo(added);
        assertThat(inbox.poll()).isNull();
    }

    @Test
    void shouldTakeACommandAgainOnceItWasTaken()
    {
        final Counted command = add(new Counted());
        assertThat(inbox.poll()).isSameAs(command);

        add(command);

        assertThat(inbox.poll()).isSameAs(command);
        assertThat(inbox.poll()).isNull();
    }

    @Test
    void shouldKeepTheOrderOfEachThread() throws InterruptedException
    {
        final int threads = 3;
        final int each = 20_000;
        final List<Thread> applications = IntStream.range(0, threads).mapToObj((i) ->
            new Thread(() -> IntStream.range(0, each).forEach((n) -> add(new Counted(i, n))))).toList();
        applications.forEach(Thread::start);

        final int[] next = new int[threads];
        for (int taken = 0; taken < threads * each; )
        {
            final Counted command = (Counted)inbox.poll();
            if (command == null)
            {
                Thread.yield();
            }
            else
            {
                assertThat(command.number).isEqualTo(next[command.thread]++);
                taken++;
            }
        }
        for (final Thread application : applications)
        {
            Deadline.join(application);
        }
        assertThat(inbox.isEmpty()).isTrue();
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
            add(all.get(i));
        }
        assertThatThrownBy(inbox::end).isInstanceOf(StackOverflowError.class).hasMessage("planted");

        final Counted late = new Counted();
        late.isThrowing = true;
        add(late);
        assertThatThrownBy(inbox::refuseLeftovers).hasMessage("planted");

        assertThat(all).allMatch((command) -> command.refusals.get() == 1);
        assertThat(late.refusals).hasValue(1);
    }

    @Test
    void shouldRefuseAtItsEndWhatWasNotTaken()
    {
        final List<Counted> commands = new ArrayList<>();
        for (int i = 0; i < MANY; i++)
        {
            commands.add(add(new Counted()));
        }
        commands.remove(inbox.poll());
        commands.add(add(new Counted()));

        inbox.end();

        commands.forEach(command -> assertThat(command.refusals.get()).isEqualTo(1));
        assertThat(inbox.isEmpty()).isTrue();
    }

    @Test
    void shouldRefuseAfterItsEndWhatIsAdded()
    {
        final Counted late = new Counted();
        inbox.end();

        add(late);
        assertThat(late.refusals.get()).isEqualTo(0);
        inbox.refuseLeftovers();

        assertThat(late.refusals.get()).isEqualTo(1);
    }

    @Test
    void shouldRefuseNothingBeforeItsEnd()
    {
        final Counted command = new Counted();
        add(command);

        inbox.refuseLeftovers();

        assertThat(command.refusals.get()).isEqualTo(0);
        assertThat(inbox.isEmpty()).isFalse();
    }

    /**
     * Whatever is added while the engine ends is taken or refused, and not both.
     */
    @RepeatedTest(50)
    void shouldForgetNothingThatIsAddedWhileItEnds(final RepetitionInfo repetition)
        throws InterruptedException
    {
        final int takenBeforeTheEnd = repetition.getCurrentRepetition() % 50;
        final List<List<Counted>> added = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        final List<Thread> threads = new ArrayList<>();
        added.forEach((own) -> threads.add(new Thread(() -> addUntilTheEnd(own))));

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
        for (final List<Counted> own : added)
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

    private void addUntilTheEnd(final List<Counted> own)
    {
        boolean isLast;
        do
        {
            isLast = hasEnded;
            own.add(add(new Counted()));
            inbox.refuseLeftovers();
        }
        while (!isLast);
    }

    private Counted add(final Counted command)
    {
        inbox.add(command);

        return command;
    }

    private static final class Counted extends Command
    {
        private final int thread;
        private final int number;
        private boolean isThrowing;
        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger refusals = new AtomicInteger();

        private Counted()
        {
            this(0, 0);
        }

        private Counted(final int thread, final int number)
        {
            this.thread = thread;
            this.number = number;
        }

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
