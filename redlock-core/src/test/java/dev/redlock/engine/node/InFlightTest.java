// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.engine.wire.NodeRtt;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Members;
import dev.redlock.quorum.Validity;

class InFlightTest
{
    private final Commands commands = new Commands(Texts.SCRIPTS, Limits.of(3), "marker");
    private final InFlight inFlight = new InFlight(16);

    private long add(final long nowNs)
    {
        final long id = inFlight.nextId();
        inFlight.add(InFlight.Asker.NODE, commands.of(OperationKind.TIME), 0, 0, nowNs, nowNs);

        return id;
    }

    private boolean answer(final long id)
    {
        final int slot = inFlight.find(id);
        if (slot == InFlight.NOT_FOUND)
        {
            return false;
        }
        inFlight.remove(slot);

        return true;
    }

    @Test
    void shouldFindWhatWasAdded()
    {
        final long id = add(77);
        final int slot = inFlight.find(id);

        assertThat(commands.at(inFlight.command(slot)).kind()).isEqualTo(OperationKind.TIME);
        assertThat(inFlight.sentNs(slot)).isEqualTo(77);
        assertThat(inFlight.size()).isEqualTo(1);
        assertThat(inFlight.capacity()).isEqualTo(16);
    }

    @Test
    void shouldComeBackToTheSameMemoryWheneverAllIsAnswered()
    {
        final long first = add(1);
        final int slot = inFlight.find(first);
        inFlight.remove(slot);

        final long second = add(2);
        assertThat(second).isGreaterThan(first);
        assertThat(inFlight.find(second)).isEqualTo(slot);
        assertThat(inFlight.find(first)).isEqualTo(InFlight.NOT_FOUND);
    }

    @Test
    void shouldRememberTheRoundItBelongsTo()
    {
        final EngineConfig config = Limits.of(3, (set) -> set.maxLocks = 65_536,
            (set) -> set.drift = Drift.SPECIFICATION);
        final Attempt attempt = new AttemptPool(config, new NodeRtt[3], Meter.NONE).at(65_535);
        final Members members = new Members(config.slots(), config.quorum());
        for (int i = 0; i < commands.all().size(); i++)
        {
            final NodeCommand command = commands.at(i);
            attempt.round.number = i % 2 == 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE;
            attempt.beginRound(-7, 30_000_000_000L, members);
            final long id = inFlight.nextId();
            final boolean isRelease = command.kind().isRelease();
            final InFlight.Asker asker = isRelease ? InFlight.Asker.ROUND : InFlight.Asker.ASIDE;
            inFlight.add(asker, command, attempt.index, attempt.round.number, attempt.round.untilNs, 99);
            final int round = attempt.round.number;
            final long untilNs = attempt.round.untilNs;
            attempt.beginRound(1_000, 1_000_000, members);

            final int slot = inFlight.find(id);
            assertThat(inFlight.command(slot)).isEqualTo(i);
            assertThat(inFlight.asker(slot)).isEqualTo(asker);
            assertThat(inFlight.attempt(slot)).isEqualTo(65_535);
            assertThat(inFlight.round(slot)).isEqualTo(round);
            assertThat(inFlight.untilNs(slot)).isEqualTo(untilNs)
                .isEqualTo(Validity.untilNs(-7, 30_000_000_000L, Drift.SPECIFICATION));
            assertThat(inFlight.sentNs(slot)).isEqualTo(99);
        }
    }

    @Test
    void shouldBeGoodForOneAnswer()
    {
        final long id = add(1);

        assertThat(answer(id)).isTrue();
        assertThat(answer(id)).isFalse();
        assertThat(inFlight.isEmpty()).isTrue();
    }

    @Test
    void shouldNotFindWhatWasNeverSent()
    {
        add(1);

        assertThat(answer(5)).isFalse();
        assertThat(answer(-1)).isFalse();
        assertThat(answer(16)).isFalse();
        assertThat(answer(Long.MAX_VALUE)).isFalse();
        assertThat(answer(Long.MIN_VALUE)).isFalse();
    }

    @Test
    void shouldTakeAnswersInAnyOrder()
    {
        final long first = add(1);
        final long second = add(2);
        final long third = add(3);

        assertThat(answer(second)).isTrue();
        assertThat(inFlight.oldestSentNs()).isEqualTo(1);
        assertThat(answer(first)).isTrue();
        assertThat(inFlight.oldestSentNs()).isEqualTo(3);
        assertThat(answer(third)).isTrue();
        assertThat(inFlight.isEmpty()).isTrue();
    }

    @Test
    void shouldCountTheRoomBehindTheOldestAsTaken()
    {
        final long oldest = add(0);
        IntStream.range(1, 16).forEach((i) -> assertThat(answer(add(i))).isTrue());
        assertThat(inFlight.size()).isEqualTo(16);

        answer(oldest);
        assertThat(inFlight.isEmpty()).isTrue();
    }

    @Test
    void shouldNotTakeTheAnswerOfAnEarlierLap()
    {
        final long early = add(0);
        answer(early);
        IntStream.range(0, 15).forEach((i) -> answer(add(i)));
        final long sameSlot = add(16);

        assertThat(sameSlot & 15).isEqualTo(early & 15);
        assertThat(answer(early)).isFalse();
        assertThat(answer(sameSlot)).isTrue();
    }

    @Test
    void shouldAgreeWithAListOverManyLaps()
    {
        final SplittableRandom random = new SplittableRandom(3);
        final List<Long> open = new ArrayList<>();
        final Deque<Long> answered = new ArrayDeque<>();

        for (int i = 0; i < 20_000; i++)
        {
            if (random.nextInt(3) > 0 && inFlight.size() < 16)
            {
                open.add(add(i));
            }
            else if (!open.isEmpty())
            {
                final long id = open.remove(random.nextInt(open.size()));
                assertThat(answer(id)).isTrue();
                answered.add(id);
            }
            if (!answered.isEmpty() && random.nextInt(10) == 0)
            {
                assertThat(answer(answered.poll())).as("duplicate").isFalse();
            }
            assertThat(inFlight.isEmpty()).isEqualTo(open.isEmpty());
        }
    }
}
