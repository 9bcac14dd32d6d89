// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.Engine;
import dev.redlock.fake.Deadline;

class InboxTest
{
    private static final int CAPACITY = 16;

    private final Inbox inbox = new Inbox(CAPACITY);

    @Test
    void shouldPutWhatComesFromWithinBehindWhatCameBefore()
    {
        final Counted fromOutside = new Counted();
        final Counted fromWithin = new Counted();

        inbox.offer(fromOutside, false);
        inbox.addFromWithin(fromWithin, false);

        assertEquals(2, inbox.size());
        assertSame(fromOutside, inbox.poll());
        assertSame(fromWithin, inbox.poll());
        assertNull(inbox.poll());
        assertTrue(inbox.isEmpty());
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
            assertTrue(inbox.offer(urgent.get(i), true));
        }
        assertEquals(10 * CAPACITY + 1, inbox.size());

        for (final Command command : urgent)
        {
            assertSame(command, inbox.poll());
        }
        assertFalse(inbox.isEmpty());
        assertSame(ordinary, inbox.poll());
        assertNull(inbox.poll());
        assertTrue(inbox.isEmpty());
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
                assertTrue(urgentTaken >= ordinaryTaken);
            }
            else
            {
                urgentTaken++;
            }
        }
        Deadline.join(application);
    }

    @Test
    void shouldRefuseAtAndAfterItsEndWhatIsUrgent()
    {
        final Counted taken = new Counted();
        final Counted early = new Counted();
        final Counted late = new Counted();
        inbox.offer(taken, true);
        inbox.offer(early, true);
        assertSame(taken, inbox.poll());

        inbox.end();
        assertEquals(1, early.refusals.get());
        assertTrue(inbox.offer(late, true));
        inbox.refuseLeftovers();

        assertEquals(0, taken.refusals.get());
        assertEquals(1, late.refusals.get());
        assertTrue(inbox.isEmpty());
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
        assertEquals(10 * CAPACITY, inbox.size());

        final List<Command> taken = new ArrayList<>();
        while (!inbox.isEmpty())
        {
            final Command command = inbox.poll();
            if (command != null)
            {
                taken.add(command);
            }
        }

        assertEquals(expected, taken);
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

        commands.forEach(command -> assertEquals(1, command.refusals.get()));
        assertTrue(inbox.hasEnded());
        assertTrue(inbox.isEmpty());
    }

    @Test
    void shouldRefuseAfterItsEndWhatComesFromWithin()
    {
        final Counted late = new Counted();
        inbox.end();

        inbox.addFromWithin(late, true);

        assertEquals(1, late.refusals.get());
    }

    @Test
    void shouldRefuseAfterItsEndWhatIsOffered()
    {
        final Counted late = new Counted();
        inbox.end();

        inbox.offer(late, false);
        assertEquals(0, late.refusals.get());
        inbox.refuseLeftovers();

        assertEquals(1, late.refusals.get());
    }

    @Test
    void shouldRefuseNothingBeforeItsEnd()
    {
        final Counted command = new Counted();
        inbox.offer(command, false);

        inbox.refuseLeftovers();

        assertEquals(0, command.refusals.get());
        assertFalse(inbox.isEmpty());
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
        for (final List<Counted> own : offered)
        {
            threads.add(new Thread(() -> offerUntilTheEnd(own)));
        }

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
        for (final Thread thread : threads)
        {
            Deadline.join(thread);
        }

        int answered = 0;
        for (final List<Counted> own : offered)
        {
            for (final Counted command : own)
            {
                assertEquals(1, command.runs.get() + command.refusals.get());
                answered += command.runs.get();
            }
        }
        assertEquals(takenBeforeTheEnd, answered);
        assertTrue(inbox.isEmpty());
    }

    private void offerUntilTheEnd(final List<Counted> own)
    {
        boolean hasEnded;
        do
        {
            hasEnded = inbox.hasEnded();
            final Counted command = new Counted();
            if (inbox.offer(command, own.size() % 3 == 0))
            {
                own.add(command);
            }
            inbox.refuseLeftovers();
        }
        while (!hasEnded);
    }

    private static final class Counted extends Command
    {
        private boolean isOrdinary;
        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger refusals = new AtomicInteger();

        @Override
        void run(final Engine engine, final long nowNs)
        {
            runs.incrementAndGet();
        }

        @Override
        void refuse()
        {
            refusals.incrementAndGet();
        }
    }
}
