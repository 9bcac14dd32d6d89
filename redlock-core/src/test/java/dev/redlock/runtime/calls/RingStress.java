// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

import dev.redlock.engine.Engine;

/**
 * What threads that offer commands and the engine may see of each other, through {@link CommandRing} and
 * {@link UrgentCommands}; run by {@link JcstressTest}.
 */
final class RingStress
{
    private RingStress()
    {
    }

    /**
     * A command whose content is written by the thread that offers it, without any order of its own.
     */
    static final class Numbered extends Command
    {
        int number;

        Numbered numbered(final int newNumber)
        {
            number = newNumber;

            return this;
        }

        @Override
        public void run(final Engine engine, final long nowNs)
        {
        }

        @Override
        public void refuse()
        {
        }
    }

    static int numberOf(final Command command)
    {
        return command == null ? -1 : ((Numbered)command).number;
    }

    @JCStressTest
    @State
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "not there yet")
    @Outcome(id = "42", expect = Expect.ACCEPTABLE, desc = "there, with its content")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a command was taken before its content was there")
    public static class Publication
    {
        private final CommandRing ring = new CommandRing(16);
        private final Numbered command = new Numbered();

        @Actor
        public void offer()
        {
            ring.offer(command.numbered(42), false);
        }

        @Actor
        public void poll(final I_Result result)
        {
            result.r1 = numberOf(ring.poll());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "both, in either order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a command was lost, or came twice")
    public static class TwoProducers
    {
        private final CommandRing ring = new CommandRing(16);

        @Actor
        public void offerOne()
        {
            ring.offer(new Numbered().numbered(1), false);
        }

        @Actor
        public void offerTwo()
        {
            ring.offer(new Numbered().numbered(2), false);
        }

        @Arbiter
        public void pollAll(final II_Result result)
        {
            result.r1 = numberOf(ring.poll());
            result.r2 = numberOf(ring.poll());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "one got the last place")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the last place was given away twice, or not at all")
    public static class LastPlace
    {
        private final CommandRing ring = new CommandRing(16);

        public LastPlace()
        {
            for (int i = 0; i < 11; i++)
            {
                ring.offer(new Numbered(), false);
            }
        }

        @Actor
        public void offerOne(final ZZ_Result result)
        {
            result.r1 = ring.offer(new Numbered(), false);
        }

        @Actor
        public void offerTwo(final ZZ_Result result)
        {
            result.r2 = ring.offer(new Numbered(), false);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"-1, 1", "1, -1"}, expect = Expect.ACCEPTABLE, desc = "taken once, with its content")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a command was lost, came twice, or without its content")
    public static class UrgentPublication
    {
        private final UrgentCommands urgent = new UrgentCommands();
        private final Numbered command = new Numbered();

        @Actor
        public void add()
        {
            urgent.add(command.numbered(1));
        }

        @Actor
        public void poll(final II_Result result)
        {
            result.r1 = numberOf(urgent.poll());
        }

        @Arbiter
        public void pollAgain(final II_Result result)
        {
            result.r2 = numberOf(urgent.poll());
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
            urgent.add(new Numbered().numbered(1));
        }

        @Actor
        public void addTwo()
        {
            urgent.add(new Numbered().numbered(2));
        }

        @Arbiter
        public void pollAll(final II_Result result)
        {
            result.r1 = numberOf(urgent.poll());
            result.r2 = numberOf(urgent.poll());
        }
    }
}
