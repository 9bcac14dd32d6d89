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

import dev.redlock.engine.Engine;

/**
 * What threads that add commands and the engine may see of each other, through {@link Inbox}; run by
 * {@link JcstressTest}.
 */
final class InboxStress
{
    private InboxStress()
    {
    }

    /**
     * A command whose content is written by the thread that adds it, without any order of its own.
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
    @Outcome(id = {"-1, 1", "1, -1"}, expect = Expect.ACCEPTABLE, desc = "taken once, with its content")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a command was lost, came twice, or without its content")
    public static class Publication
    {
        private final Inbox inbox = new Inbox();
        private final Numbered command = new Numbered();

        @Actor
        public void add()
        {
            inbox.add(command.numbered(1));
        }

        @Actor
        public void poll(final II_Result result)
        {
            result.r1 = numberOf(inbox.poll());
        }

        @Arbiter
        public void pollAgain(final II_Result result)
        {
            result.r2 = numberOf(inbox.poll());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "both, in either order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a command was lost, or came twice")
    public static class TwoProducers
    {
        private final Inbox inbox = new Inbox();

        @Actor
        public void addOne()
        {
            inbox.add(new Numbered().numbered(1));
        }

        @Actor
        public void addTwo()
        {
            inbox.add(new Numbered().numbered(2));
        }

        @Arbiter
        public void pollAll(final II_Result result)
        {
            result.r1 = numberOf(inbox.poll());
            result.r2 = numberOf(inbox.poll());
        }
    }
}
