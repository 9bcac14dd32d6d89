// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.nio.charset.StandardCharsets;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JZ_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

import dev.redlock.outcome.LostReason;
import dev.redlock.runtime.calls.JcstressTest;
import dev.redlock.runtime.tokens.OwnerTag;

/**
 * What an application thread may see of a term that the engine thread begins or ends; run by
 * {@link JcstressTest}.
 */
public final class HoldStress
{
    private HoldStress()
    {
    }

    static Hold held(final long term, final long untilNs)
    {
        final Hold hold = new Hold();
        begin(hold, term, untilNs);

        return hold;
    }

    static void begin(final Hold hold, final long term, final long untilNs)
    {
        hold.begin(term, untilNs, 3, term, new byte[20]);
    }

    static void giveBack(final Hold hold, final long term)
    {
        hold.tryEnd(term, Hold.GIVEN);
        hold.take(term);
    }

    @JCStressTest
    @State
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the term has not begun")
    @Outcome(id = "1000", expect = Expect.ACCEPTABLE, desc = "the term, with its deadline")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the new term with the deadline of the old one")
    public static class Begin
    {
        private final Hold hold = held(6, 500);

        public Begin()
        {
            giveBack(hold, 6);
        }

        @Actor
        public void win()
        {
            begin(hold, 7, 1000);
        }

        @Actor
        public void ask(final J_Result result)
        {
            result.r1 = hold.remainingNs(7, () -> 0);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "another term is the latest")
    @Outcome(id = "6", expect = Expect.ACCEPTABLE, desc = "the term, with its own token and tag")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a term with the token or the tag of its successor")
    public static class StaleCredentials
    {
        private static final byte[] OLD = new byte[20];
        private static final byte[] NEW = "the owner of term 7.".getBytes(StandardCharsets.US_ASCII);
        private static final String OLD_TAG = OwnerTag.of(OLD);
        private final Hold hold = new Hold();

        public StaleCredentials()
        {
            hold.begin(6, 500, 3, 6, OLD);
            giveBack(hold, 6);
        }

        @Actor
        public void winAgain()
        {
            hold.begin(7, 1000, 3, 7, NEW);
        }

        @Actor
        public void ask(final J_Result result)
        {
            final String tag = hold.tag(6);
            result.r1 = tag == null || tag.equals(OLD_TAG) ? hold.fencingToken(6) : -1;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the old term is over")
    @Outcome(id = "500", expect = Expect.ACCEPTABLE, desc = "the old term, with its own deadline")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a stale term with the deadline of its successor")
    public static class StaleTerm
    {
        private final Hold hold = held(6, 500);

        @Actor
        public void endAndWinAgain()
        {
            giveBack(hold, 6);
            begin(hold, 7, 1000);
        }

        @Actor
        public void ask(final J_Result result)
        {
            result.r1 = hold.remainingNs(6, () -> 0);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "one of them ended it")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a term was both lost and released, or neither")
    public static class LostWhileReleased
    {
        private final Hold hold = held(7, 1000);

        @Actor
        public void lose(final ZZ_Result result)
        {
            result.r1 = hold.lose(7);
        }

        @Actor
        public void release(final ZZ_Result result)
        {
            result.r2 = hold.tryEnd(7, Hold.GIVEN);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the engine saw the deadline first")
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "released late, which the engine tells")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a loss that the engine does not tell, or tells twice")
    public static class LostWhileReleasedLate
    {
        private final Hold hold = held(7, 1000);

        @Actor
        public void lose(final ZZ_Result result)
        {
            final boolean isToTell = hold.lose(7);
            hold.told(7);
            result.r1 = isToTell ^ hold.lose(7);
        }

        @Actor
        public void release(final ZZ_Result result)
        {
            result.r2 = hold.tryEnd(7, Hold.LATE);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the client ended first")
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "released late, which the close tells")
    @Outcome(expect = Expect.FORBIDDEN, desc = "an end that the engine does not tell")
    public static class ClosedWhileReleasedLate
    {
        private final Hold hold = held(7, 1000);

        @Actor
        public void close(final ZZ_Result result)
        {
            result.r1 = hold.close(LostReason.CLOSED) != null && hold.is(7, Hold.CLOSED);
        }

        @Actor
        public void release(final ZZ_Result result)
        {
            result.r2 = hold.tryEnd(7, Hold.LATE);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "7, false", expect = Expect.ACCEPTABLE, desc = "held")
    @Outcome(id = "7, true", expect = Expect.ACCEPTABLE, desc = "the loss came between the two looks")
    @Outcome(id = "0, true", expect = Expect.ACCEPTABLE, desc = "lost, and known to be")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a term is over, and nobody says that it was lost")
    public static class LossIsKnown
    {
        private final Hold hold = held(7, 1000);

        @Actor
        public void lose()
        {
            hold.lose(7);
        }

        @Actor
        public void ask(final JZ_Result result)
        {
            result.r1 = hold.term();
            result.r2 = hold.wasLost(7);
        }
    }
}
