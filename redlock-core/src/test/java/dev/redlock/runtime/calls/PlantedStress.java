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

/**
 * A ring whose producers claim a slot without compare and set. {@link JcstressTest} must see it lose a
 * command, or it would see nothing.
 */
@JCStressTest
@State
@Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "both, in either order")
@Outcome(expect = Expect.FORBIDDEN, desc = "a command was lost")
public class PlantedStress
{
    private final Command[] slots = new Command[16];
    private int tail;

    private void offer(final Command command)
    {
        slots[tail++] = command;
    }

    @Actor
    public void offerOne()
    {
        offer(new RingStress.Numbered().numbered(1));
    }

    @Actor
    public void offerTwo()
    {
        offer(new RingStress.Numbered().numbered(2));
    }

    @Arbiter
    public void pollAll(final II_Result result)
    {
        result.r1 = RingStress.numberOf(slots[0]);
        result.r2 = RingStress.numberOf(slots[1]);
    }
}
