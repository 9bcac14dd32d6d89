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
 * An inbox to which commands are added without compare and set. {@link JcstressTest} must see it lose one,
 * or it would see nothing.
 */
@JCStressTest
@State
@Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "both, in either order")
@Outcome(expect = Expect.FORBIDDEN, desc = "a command was lost")
public class PlantedStress
{
    private InboxStress.Numbered top;

    private void add(final InboxStress.Numbered command)
    {
        command.next = top;
        top = command;
    }

    @Actor
    public void addOne()
    {
        add(new InboxStress.Numbered().numbered(1));
    }

    @Actor
    public void addTwo()
    {
        add(new InboxStress.Numbered().numbered(2));
    }

    @Arbiter
    public void pollAll(final II_Result result)
    {
        result.r1 = InboxStress.numberOf(top);
        result.r2 = InboxStress.numberOf(top.next);
    }
}
