// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

import dev.redlock.engine.Engine;

/**
 * What the caller and the engine may see of each other when the one leaves as the other answers; run by
 * {@link JcstressTest}.
 */
final class CallStress
{
    private CallStress()
    {
    }

    static Call begun()
    {
        final Call call = new Call()
        {
            @Override
            public void run(final Engine engine, final long nowNs)
            {
            }

            @Override
            public void refuse()
            {
            }
        };
        call.tryBegin(null);

        return call;
    }

    @JCStressTest
    @State
    @Outcome(id = "0, false", expect = Expect.ACCEPTABLE, desc = "the caller has left, and the engine knows")
    @Outcome(id = "42, true", expect = Expect.ACCEPTABLE, desc = "the caller has the result")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a result was lost, taken twice, or read too early")
    public static class LeaveWhileAnswered
    {
        private final Call call = begun();

        @Actor
        public void leave(final JZ_Result result)
        {
            result.r1 = call.tryLeave() ? 0 : call.take();
        }

        @Actor
        public void answer(final JZ_Result result)
        {
            result.r2 = call.complete(42);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"true, true", "false, true"}, expect = Expect.ACCEPTABLE, desc = "free once it is let go")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a call that was let go cannot be used again")
    public static class UseAgainWhenLetGo
    {
        private final Call call = begun();

        public UseAgainWhenLetGo()
        {
            call.tryLeave();
        }

        @Actor
        public void letGo()
        {
            if (!call.complete(42))
            {
                call.letGo();
            }
        }

        @Actor
        public void callAgain(final ZZ_Result result)
        {
            result.r1 = call.tryBegin(null);
        }

        @Arbiter
        public void look(final ZZ_Result result)
        {
            result.r2 = call.isPending() || call.tryBegin(null);
        }
    }
}
