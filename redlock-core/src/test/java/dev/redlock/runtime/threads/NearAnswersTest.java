// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.Engine;
import dev.redlock.fake.Deadline;
import dev.redlock.runtime.calls.Call;

/**
 * A yield takes a microsecond here, and the engine answers in one.
 */
class NearAnswersTest
{
    private static final long US = 1_000;
    private static final long LOOK_NS = 200 * US;

    /*
     * Calls before the first trial, and those from one trial to the next.
     */
    private static final int FIRST = 8;
    private static final int TRIAL = 61;
    private static final long FOREVER_NS = 3_600_000_000_000L;

    private final TestCall call = new TestCall();
    private final AtomicLong nowNs = new AtomicLong();
    private final AtomicInteger yields = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private NearAnswers near = near(LOOK_NS);
    private long answerNs;
    private long wakeUpNs = 30 * US;

    private NearAnswers near(final long longestLookNs)
    {
        return new NearAnswers(nowNs::get, longestLookNs, () -> false, this::yield, waiting);
    }

    private void yield()
    {
        yields.incrementAndGet();
        if (nowNs.addAndGet(US) >= answerNs)
        {
            call.complete(1);
        }
    }

    /**
     * How often a caller yields for an answer that comes after so long. If it parks, it is woken then, which
     * takes a while.
     */
    private int yieldsFor(final long afterUs) throws InterruptedException
    {
        yields.set(0);
        answerNs = nowNs.get() + afterUs * US;
        call.tryBegin(null);
        final Thread caller = new Thread(() -> near.await(call, false, nowNs.get() + FOREVER_NS));
        caller.setDaemon(true);
        caller.start();
        Deadline.await("an answer, or a caller that parks",
            () -> call.isDone() || caller.getState() == Thread.State.TIMED_WAITING);
        if (!call.isDone())
        {
            nowNs.set(answerNs + wakeUpNs);
            call.complete(1);
        }
        Deadline.join(caller);
        call.take();

        return yields.get();
    }

    /**
     * How many calls of two trials yield so often.
     */
    private int callsThatYield(final int times, final long afterUs) throws InterruptedException
    {
        int calls = 0;
        for (int i = 0; i < 2 * TRIAL; i++)
        {
            calls += yieldsFor(afterUs) == times ? 1 : 0;
        }

        return calls;
    }

    private void learns(final int calls, final long afterUs) throws InterruptedException
    {
        for (int i = 0; i < calls; i++)
        {
            yieldsFor(afterUs);
        }
    }

    @Test
    void shouldLookAFewTimesWhereNothingIsKnown() throws InterruptedException
    {
        assertThat(yieldsFor(20)).isEqualTo(4);
    }

    @Test
    void shouldLookForTwiceAsLongAsAnswersUsuallyTake() throws InterruptedException
    {
        learns(FIRST + 1, 20);

        assertThat(yieldsFor(39)).isEqualTo(39);
        assertThat(yieldsFor(1_000)).isBetween(40, 60);
    }

    @Test
    void shouldTryTheOtherWayNowAndThen() throws InterruptedException
    {
        learns(FIRST, 20);

        assertThat(callsThatYield(4, 20)).isEqualTo(1);
    }

    @Test
    void shouldNotBeMisledByAStall() throws InterruptedException
    {
        learns(FIRST + 1, 20);
        yieldsFor(1_000);

        assertThat(yieldsFor(39)).isEqualTo(39);
    }

    @Test
    void shouldParkWhereALookBringsNothing() throws InterruptedException
    {
        wakeUpNs = US;
        learns(2 * TRIAL, 20);

        assertThat(yieldsFor(20)).isEqualTo(4);
    }

    @Test
    void shouldParkAgainWhereALookBringsNothingAnyMore() throws InterruptedException
    {
        learns(2 * TRIAL, 20);
        assertThat(yieldsFor(20)).isEqualTo(20);

        wakeUpNs = US;
        learns(16 * TRIAL, 20);

        assertThat(yieldsFor(20)).isEqualTo(4);
    }

    @Test
    void shouldLookWhereToBeWokenHasBecomeSlow() throws InterruptedException
    {
        wakeUpNs = US;
        learns(2 * TRIAL, 20);
        wakeUpNs = 30 * US;
        learns(20, 20);

        assertThat(yieldsFor(39)).isEqualTo(39);
    }

    @Test
    void shouldSoonLookAgainAfterASlowMinute() throws InterruptedException
    {
        learns(2 * TRIAL, 20);
        learns(500, 1_000);
        assertThat(yieldsFor(1_000)).isEqualTo(4);

        learns(6 * TRIAL, 20);

        assertThat(yieldsFor(30)).isEqualTo(30);
    }

    @Test
    void shouldNotLookForLongerThanItsLimit() throws InterruptedException
    {
        learns(FIRST + 1, 150);

        assertThat(yieldsFor(1_000)).isEqualTo(200);
    }

    @Test
    void shouldLookAFewTimesOnlyIfItMayNotLookLonger() throws InterruptedException
    {
        near = near(0);

        assertThat(callsThatYield(4, 20)).isEqualTo(2 * TRIAL);
    }

    /**
     * Such a look would end in a call that is over, or interrupted.
     */
    @Test
    void shouldNotLookBeyondTheEndOfItsPatience() throws InterruptedException
    {
        learns(FIRST + 1, 20);
        answerNs = Long.MAX_VALUE;
        yields.set(0);
        call.tryBegin(null);

        assertThat(near.await(call, false, nowNs.get() + 5 * US)).isEqualTo(Call.Wait.LATE);
        assertThat(yields).hasValueLessThan(7);
    }

    @Test
    void shouldTryNowAndThenWhereAnswersTakeLong() throws InterruptedException
    {
        learns(20, 1_000);

        assertThat(callsThatYield(200, 1_000)).isEqualTo(2);
    }

    @Test
    void shouldLookAFewTimesWhileOthersWait() throws InterruptedException
    {
        learns(FIRST + 1, 20);
        waiting.set(Runtime.getRuntime().availableProcessors());

        assertThat(yieldsFor(20)).isEqualTo(4);
    }

    @Test
    void shouldNotCountWhoWaitsForLong() throws InterruptedException
    {
        learns(FIRST + 1, 20);
        final TestCall parked = new TestCall();
        final Thread caller = parkedIn(parked);
        assertThat(waiting).hasValue(1);

        nowNs.addAndGet(NearAnswers.LONGEST_COUNTED_NS);
        Deadline.await("a caller that does not count", () -> waiting.get() == 0);
        assertThat(yieldsFor(39)).isEqualTo(39);

        parked.complete(1);
        Deadline.join(caller);
    }

    /**
     * As every client's first caller does.
     */
    @Test
    void shouldNotCountForLongWhoBeganToWaitWhenAnswersWereSlow() throws InterruptedException
    {
        final TestCall parked = new TestCall();
        final Thread caller = parkedIn(parked);
        nowNs.addAndGet(NearAnswers.LONGEST_COUNTED_NS);
        Deadline.await("a caller that does not count", () -> waiting.get() == 0);
        learns(FIRST + 1, 20);

        assertThat(yieldsFor(39)).isEqualTo(39);
        parked.complete(1);
        Deadline.join(caller);
    }

    private Thread parkedIn(final TestCall unanswered)
    {
        unanswered.tryBegin(null);
        answerNs = Long.MAX_VALUE;
        final Thread caller = new Thread(() -> near.await(unanswered, false, nowNs.get() + FOREVER_NS));
        caller.setDaemon(true);
        caller.start();
        Deadline.await("a caller that parks", () -> caller.getState() == Thread.State.TIMED_WAITING);

        return caller;
    }

    private static final class TestCall extends Call
    {
        @Override
        public void run(final Engine engine, final long nowNs)
        {
            throw new UnsupportedOperationException("the test completes the call");
        }

        @Override
        public void refuse()
        {
            throw new UnsupportedOperationException("the test completes the call");
        }
    }
}
