// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * What threads that are in a hurry and the engine may see of {@link UrgentCommands}; run by
 * {@link JcstressTest}.
 */
final class UrgentStress
{
    private UrgentStress()
    {
    }

    @JCStressTest
    @State
    @Outcome(id = {"-1, 1", "1, -1"}, expect = Expect.ACCEPTABLE, desc = "taken once, with its content")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a command was lost, came twice, or without its content")
    public static class UrgentPublication
    {
        private final UrgentCommands urgent = new UrgentCommands();
        private final RingStress.Numbered command = new RingStress.Numbered();

        @Actor
        public void add()
        {
            urgent.add(command.numbered(1));
        }

        @Actor
        public void poll(final II_Result result)
        {
            result.r1 = RingStress.numberOf(urgent.poll());
        }

        @Arbiter
        public void pollAgain(final II_Result result)
        {
            result.r2 = RingStress.numberOf(urgent.poll());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "both, in either order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a command was lost, or came twice")
    public static class UrgentTwo
    {
        private final UrgentCommands urgent = new UrgentCommands();

        @Actor
        public void addOne()
        {
            urgent.add(new RingStress.Numbered().numbered(1));
        }

        @Actor
        public void addTwo()
        {
            urgent.add(new RingStress.Numbered().numbered(2));
        }

        @Arbiter
        public void pollAll(final II_Result result)
        {
            result.r1 = RingStress.numberOf(urgent.poll());
            result.r2 = RingStress.numberOf(urgent.poll());
        }
    }
}
