// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimersTest
{
    private static final long TICK_NS = 1L << Timers.RESOLUTION_SHIFT;
    private static final long REVOLUTION_NS = 1024 * TICK_NS;

    private final long startNs = Long.MAX_VALUE - 10 * TICK_NS;
    private final Timers timers = new Timers(startNs);
    private final List<Alarm> fired = new ArrayList<>();

    private abstract static class Bell extends Timed
    {
        abstract void onTimer(long nowNs);
    }

    private final class Alarm extends Bell
    {
        private long firedNs;
        private int times;

        @Override
        void onTimer(final long nowNs)
        {
            assertThat(isArmed()).isFalse();
            firedNs = nowNs;
            times++;
            fired.add(this);
        }
    }

    private static int poll(final Timers timers, final long nowNs)
    {
        return timers.poll(nowNs, (timed, pollNs) -> ((Bell)timed).onTimer(pollNs));
    }

    private Alarm armed(final long afterNs)
    {
        final Alarm alarm = new Alarm();
        timers.arm(alarm, startNs + afterNs);

        return alarm;
    }

    @Test
    void shouldFireAtTheDeadlineAndNotBefore()
    {
        final Alarm alarm = armed(5_000);

        assertThat(poll(timers, startNs + 4_999)).isZero();
        assertThat(poll(timers, startNs + 5_000)).isEqualTo(1);
        assertThat(alarm.firedNs).isEqualTo(startNs + 5_000);
        assertThat(poll(timers, startNs + 6_000)).isZero();
        assertThat(timers.count()).isZero();
    }

    @Test
    void shouldFireWhatIsDueAlreadyWhenArmed()
    {
        poll(timers, startNs + 5 * TICK_NS);
        armed(TICK_NS);
        armed(-TICK_NS);

        assertThat(poll(timers, startNs + 5 * TICK_NS)).isEqualTo(2);
    }

    @Test
    void shouldKeepTheEarlierOfTwoDeadlines()
    {
        final Alarm alarm = armed(5 * TICK_NS);
        timers.arm(alarm, startNs + 9 * TICK_NS);
        assertThat(poll(timers, startNs + 5 * TICK_NS)).isEqualTo(1);

        timers.arm(alarm, startNs + 9 * TICK_NS);
        timers.arm(alarm, startNs + 7 * TICK_NS);
        assertThat(timers.count()).isEqualTo(1);
        assertThat(poll(timers, startNs + 7 * TICK_NS)).isEqualTo(1);
        assertThat(poll(timers, startNs + 9 * TICK_NS)).isZero();
    }

    @Test
    void shouldNotFireWhatIsTidied()
    {
        final Alarm alarm = armed(REVOLUTION_NS);
        timers.tidy(alarm, startNs);
        timers.tidy(alarm, startNs);

        assertThat(timers.count()).isZero();
        assertThat(poll(timers, startNs + REVOLUTION_NS)).isZero();
    }

    @Test
    void shouldTidyTheMiddleAndTheEndsOfATick()
    {
        final List<Alarm> alarms = IntStream.range(0, 6).mapToObj((i) -> armed(REVOLUTION_NS)).toList();
        timers.tidy(alarms.get(0), startNs);
        timers.tidy(alarms.get(3), startNs);
        timers.tidy(alarms.get(5), startNs);

        assertThat(poll(timers, startNs + REVOLUTION_NS)).isEqualTo(3);
        assertThat(fired).containsExactly(alarms.get(1), alarms.get(2), alarms.get(4));
    }

    @Test
    void shouldTidyOnlyWhatIsFar()
    {
        final Alarm near = armed(400_000_000);
        final Alarm far = armed(600_000_000);
        timers.tidy(near, startNs);
        timers.tidy(far, startNs);
        timers.tidy(far, startNs);

        assertThat(near.isArmed()).isTrue();
        assertThat(far.isArmed()).isFalse();
    }

    @Test
    void shouldNotFireALaterRevolution()
    {
        final Alarm late = armed(3 * REVOLUTION_NS + 5);
        for (long ns = 0; ns < 3 * REVOLUTION_NS; ns += TICK_NS / 2)
        {
            assertThat(poll(timers, startNs + ns)).isZero();
        }

        assertThat(poll(timers, startNs + 3 * REVOLUTION_NS + 5)).isEqualTo(1);
        assertThat(late.times).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1023, 1024, 1025, 5000, 3_600_000})
    void shouldJumpOverALongTime(final long ticks)
    {
        IntStream.range(0, 3).forEach((i) -> armed(i * 300 * TICK_NS + 7));
        final Alarm beyond = armed(ticks * TICK_NS + 2 * REVOLUTION_NS);
        final long nowNs = startNs + ticks * TICK_NS + REVOLUTION_NS;

        assertThat(poll(timers, nowNs)).isEqualTo(3);
        assertThat(timers.count()).isEqualTo(1);
        assertThat(timers.nextNs(nowNs + 10 * REVOLUTION_NS) - nowNs)
            .as("the sleep until the next one").isPositive().isLessThanOrEqualTo(REVOLUTION_NS + TICK_NS);
        assertThat(poll(timers, beyond.armedNs - 1)).isZero();
        assertThat(poll(timers, beyond.armedNs)).isEqualTo(1);
    }

    @Test
    void shouldFireInTheOrderOfTicks()
    {
        final List<Alarm> expected = new ArrayList<>();
        final SplittableRandom random = new SplittableRandom(1);
        IntStream.range(0, 500).forEach((i) -> expected.add(armed(random.nextLong(900 * TICK_NS))));
        expected.sort(Comparator.comparingLong(alarm -> alarm.armedNs - startNs >> Timers.RESOLUTION_SHIFT));
        poll(timers, startNs + 901 * TICK_NS);

        assertThat(fired).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldEndAPollInWhichATimerArmsItselfAgain()
    {
        final int[] times = new int[1];
        final Bell again = new Bell()
        {
            @Override
            void onTimer(final long nowNs)
            {
                times[0]++;
                timers.arm(this, nowNs);
            }
        };
        timers.arm(again, startNs + 5);

        assertThat(poll(timers, startNs + 5)).isEqualTo(1);
        assertThat(poll(timers, startNs + 5)).isEqualTo(1);
        assertThat(times[0]).isEqualTo(2);
    }

    @Test
    void shouldFireOnceWhatAnotherTimerArmsAgainInTheSamePoll()
    {
        final Alarm other = new Alarm();
        final Bell first = new Bell()
        {
            @Override
            void onTimer(final long nowNs)
            {
                timers.arm(other, nowNs + TICK_NS);
            }
        };
        timers.arm(first, startNs + 5);
        timers.arm(other, startNs + 6);

        assertThat(poll(timers, startNs + 10)).isEqualTo(2);
        assertThat(other.times).isEqualTo(1);
        assertThat(timers.count()).isZero();
    }

    @Test
    void shouldGoOnAfterATimerThatThrew()
    {
        final Alarm other = new Alarm();
        final Bell rude = new Bell()
        {
            @Override
            void onTimer(final long nowNs)
            {
                throw new IllegalStateException("rude");
            }
        };
        timers.arm(rude, startNs + 5);
        timers.arm(other, startNs + 6);
        assertThatIllegalStateException().isThrownBy(() -> poll(timers, startNs + 10)).withMessage("rude");

        assertThat(timers.nextNs(startNs + REVOLUTION_NS) - startNs).isLessThanOrEqualTo(TICK_NS);
        assertThat(poll(timers, startNs + 10)).isEqualTo(1);
        assertThat(other.times).isEqualTo(1);
    }

    @Test
    void shouldNotMindAnOlderReadingOfTheClock()
    {
        armed(5 * TICK_NS);
        poll(timers, startNs + 4 * TICK_NS);

        assertThat(poll(timers, startNs + 2 * TICK_NS)).isZero();
        assertThat(poll(timers, startNs - TICK_NS)).isZero();
        assertThat(poll(timers, startNs + 5 * TICK_NS)).isEqualTo(1);
    }

    @Test
    void shouldSleepUntilTheLimitWhenThereIsNothingToDo()
    {
        assertThat(timers.nextNs(startNs + 12_345)).isEqualTo(startNs + 12_345);
        armed(REVOLUTION_NS / 2);
        assertThat(timers.nextNs(startNs + 12_345)).isEqualTo(startNs + 12_345);
    }

    @Test
    void shouldNeverSleepPastATimerAndItsTick()
    {
        final SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 2_000; i++)
        {
            final Timers fresh = new Timers(startNs);
            final long afterNs = random.nextLong(5 * REVOLUTION_NS);
            final Alarm alarm = new Alarm();
            poll(fresh, startNs + random.nextLong(afterNs + 1));
            fresh.arm(alarm, startNs + afterNs);
            long nowNs = startNs;
            int wakes = 0;
            while (alarm.times == 0)
            {
                nowNs = fresh.nextNs(startNs + 10 * REVOLUTION_NS);
                poll(fresh, nowNs);
                wakes++;
            }

            assertThat(alarm.firedNs - (startNs + afterNs)).isBetween(0L, TICK_NS);
            assertThat(wakes).as("wakes on the way").isLessThanOrEqualTo(7);
        }
    }

    /*
     * A hundred thousand timers that are armed, moved, tidied and fired at random, against a list.
     */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void shouldAgreeWithAListOfDeadlines(final long seed)
    {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Alarm> model = new ArrayList<>();
        long nowNs = startNs;

        for (int i = 0; i < 100_000; i++)
        {
            final int dice = random.nextInt(100);
            if (dice < 50 && model.size() < 300)
            {
                final Alarm alarm = new Alarm();
                timers.arm(alarm, nowNs + deadlineAfter(random));
                model.add(alarm);
            }
            else if (dice < 60 && !model.isEmpty())
            {
                final Alarm alarm = model.get(random.nextInt(model.size()));
                final long before = alarm.armedNs;
                final long deadlineNs = nowNs + deadlineAfter(random);
                timers.arm(alarm, deadlineNs);
                assertThat(alarm.armedNs).isEqualTo(deadlineNs - before < 0 ? deadlineNs : before);
            }
            else if (dice < 75 && !model.isEmpty())
            {
                final Alarm alarm = model.get(random.nextInt(model.size()));
                timers.tidy(alarm, nowNs);
                assertThat(alarm.isArmed()).isEqualTo(alarm.armedNs - nowNs <= 500_000_000);
                if (!alarm.isArmed())
                {
                    model.remove(alarm);
                }
            }
            else
            {
                nowNs += dice == 99 ? random.nextLong(5 * REVOLUTION_NS) : random.nextLong(3 * TICK_NS);
                pollAndCompare(model, nowNs);
            }
        }
    }

    private static long deadlineAfter(final SplittableRandom random)
    {
        return switch (random.nextInt(4))
        {
            case 0 -> random.nextLong(3 * REVOLUTION_NS);
            case 1 -> -random.nextLong(REVOLUTION_NS);
            default -> random.nextLong(20 * TICK_NS);
        };
    }

    private void pollAndCompare(final List<Alarm> model, final long nowNs)
    {
        final List<Alarm> due = new ArrayList<>();
        long firstNs = nowNs + 100 * REVOLUTION_NS;
        for (final Alarm alarm : model)
        {
            firstNs = alarm.armedNs - firstNs < 0 ? alarm.armedNs : firstNs;
            if (alarm.armedNs - nowNs <= 0)
            {
                due.add(alarm);
            }
        }
        assertThat(timers.nextNs(nowNs + 100 * REVOLUTION_NS) - Math.max(firstNs - nowNs, 0) - nowNs)
            .as("sleep beyond the first deadline").isLessThanOrEqualTo(TICK_NS);

        fired.clear();
        assertThat(poll(timers, nowNs)).isEqualTo(due.size());
        assertThat(fired).containsExactlyInAnyOrderElementsOf(due);
        model.removeAll(due);
        assertThat(timers.count()).isEqualTo(model.size());
    }
}
