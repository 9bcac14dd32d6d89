// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.Engine;
import dev.redlock.fake.Deadline;
import dev.redlock.fake.Stint;

class CommandRingTest
{
    private static final int CAPACITY = 16;

    private final CommandRing ring = new CommandRing(CAPACITY);

    @ParameterizedTest
    @ValueSource(ints = {-16, 0, 1, 8, 17, 24})
    void shouldInsistOnAPowerOfTwo(final int capacity)
    {
        assertThatThrownBy(() -> new CommandRing(capacity))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("capacity of the command ring is " + capacity +
                " but must be a power of two, at least 16");
    }

    @Test
    void shouldBeEmptyAtFirst()
    {
        assertThat(ring.isEmpty()).isTrue();
        assertThat(ring.size()).isEqualTo(0);
        assertThat(ring.poll()).isNull();
    }

    @Test
    void shouldGiveBackInTheOrderOfAddingAroundTheRing()
    {
        for (int round = 0; round < 5 * CAPACITY; round++)
        {
            final Command one = new Numbered(0, round);
            final Command two = new Numbered(0, round);

            assertThat(ring.offer(one, false)).isTrue();
            assertThat(ring.offer(two, false)).isTrue();
            assertThat(ring.size()).isEqualTo(2);
            assertThat(ring.poll()).isSameAs(one);
            assertThat(ring.poll()).isSameAs(two);
            assertThat(ring.poll()).isNull();
        }
    }

    @Test
    void shouldKeepTheLastQuarterForUrgentCommands()
    {
        IntStream.range(0, 12).forEach((i) -> assertThat(ring.offer(new Numbered(0, i), false)).isTrue());
        assertThat(ring.offer(new Numbered(0, 12), false)).isFalse();

        for (int i = 12; i < CAPACITY; i++)
        {
            assertThat(ring.offer(new Numbered(0, i), true)).isTrue();
        }
        assertThat(ring.offer(new Numbered(0, CAPACITY), true)).isFalse();
        assertThat(ring.size()).isEqualTo(CAPACITY);
    }

    @Test
    void shouldHaveRoomAgainAfterAPoll()
    {
        IntStream.range(0, CAPACITY).forEach((i) -> ring.offer(new Numbered(0, i), true));

        ring.poll();

        assertThat(ring.offer(new Numbered(0, CAPACITY), true)).isTrue();
        assertThat(ring.offer(new Numbered(0, CAPACITY + 1), true)).isFalse();
    }

    /**
     * Exact accounting: every command that was taken comes out once, in the order of its thread; every other
     * was refused to its thread's face.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldLoseAndDoubleNothingAmongManyThreads(final long seed) throws InterruptedException
    {
        final int producerCount = 4;
        final int perProducer = 40_000;
        final int leastAccepted = 1_000;
        final AtomicInteger stillProducing = new AtomicInteger(producerCount);
        final long[] accepted = new long[producerCount];
        final List<Thread> producers = new ArrayList<>();
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < producerCount; i++)
        {
            final int producer = i;
            final SplittableRandom own = random.split();
            producers.add(new Thread(() ->
            {
                // However long the other side stands still, each gets something through in the end.
                final Stint stint = new Stint(perProducer);
                for (int number = 0; stint.goesOn() || accepted[producer] < leastAccepted; number++)
                {
                    if (ring.offer(new Numbered(producer, number), own.nextInt(4) == 0))
                    {
                        accepted[producer]++;
                    }
                    else
                    {
                        Thread.yield();
                    }
                }
                stillProducing.decrementAndGet();
            }));
        }

        producers.forEach(Thread::start);
        final long[] taken = new long[producerCount];
        final int[] last = {-1, -1, -1, -1};
        while (stillProducing.get() > 0 || !ring.isEmpty())
        {
            final Numbered command = (Numbered)ring.poll();
            if (command == null)
            {
                Thread.yield();
            }
            else
            {
                assertThat(command.number > last[command.producer]).as("order of thread " + command.producer)
                    .isTrue();
                last[command.producer] = command.number;
                taken[command.producer]++;
            }
        }
        for (final Thread producer : producers)
        {
            Deadline.join(producer);
        }

        for (int i = 0; i < producerCount; i++)
        {
            assertThat(taken[i]).as("commands of thread " + i).isEqualTo(accepted[i]);
            assertThat(accepted[i]).isGreaterThanOrEqualTo(leastAccepted);
        }
    }

    private static final class Numbered extends Command
    {
        private final int producer;
        private final int number;

        private Numbered(final int producer, final int number)
        {
            this.producer = producer;
            this.number = number;
        }

        @Override
        public void run(final Engine engine, final long nowNs)
        {
            throw new AssertionError("nobody runs this");
        }

        @Override
        public void refuse()
        {
            throw new AssertionError("nobody refuses this");
        }
    }
}
