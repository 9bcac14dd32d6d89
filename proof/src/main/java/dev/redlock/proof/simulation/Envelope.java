// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.proof.simulation.fault.Fault;

/**
 * How far the faults go.
 */
public enum Envelope
{
    /**
     * What a lock must withstand: messages and processes fare as badly as they can; clocks keep their rates
     * within the allowance for drift and are never set forward; no more than 2Q - N - 1 nodes forget within
     * the longest time to live, unless they come back no earlier than that. In a third of the histories the
     * quarantine is on, and some of these limits do not apply.
     */
    INSIDE(EnumSet.complementOf(EnumSet.of(
        Fault.CLOCK_STEP_FORWARD, Fault.CLIENT_SUSPEND, Fault.MACHINE_PAUSE, Fault.NEWCOMER, Fault.MESSAGES)),
        QuarantineLevel.OFF, QuarantineLevel.OFF, QuarantineLevel.OFF, QuarantineLevel.OFF,
        QuarantineLevel.RESTART, QuarantineLevel.STRICT),

    /**
     * The control: one of the assumptions is broken, and two holders must be found. A simulator that cannot
     * find them proves nothing.
     */
    BEYOND(EnumSet.of(Fault.AMNESIA, Fault.STALE_SNAPSHOT, Fault.FLUSHALL, Fault.ROLE_FLAP,
        Fault.CLOCK_RATE, Fault.CLOCK_STEP_FORWARD, Fault.CLIENT_SUSPEND, Fault.DEBUG_RELOAD),
        QuarantineLevel.OFF),

    /**
     * The faults of {@link #INSIDE}, in histories of their own, in which some have the nodes keep the key for
     * a while after its release.
     */
    KEEPING(INSIDE.faults(), QuarantineLevel.OFF),

    /**
     * What the levels guard against, in histories of their own: nodes that forget as often as they like,
     * clocks of nodes that are set forward or run far too fast, clients that are suspended. The few histories
     * with newcomers come on top.
     */
    GUARDED(EnumSet.complementOf(EnumSet.of(Fault.NEWCOMER, Fault.MESSAGES)),
        QuarantineLevel.RESTART, QuarantineLevel.STRICT),

    /**
     * The faults of {@link #INSIDE}, in histories of their own, in which nodes write to their disks now and
     * then and forget the rest when they crash, and all locks have durable votes.
     */
    DURABLE(INSIDE.faults(), QuarantineLevel.OFF),

    /**
     * The faults of {@link #INSIDE}, and messages that are lost or told twice, in histories of their own, in
     * which whoever waits does so in line at the nodes.
     */
    WAITING(INSIDE.faults(), QuarantineLevel.OFF, QuarantineLevel.OFF, QuarantineLevel.RESTART),

    /**
     * The same with the faults of {@link #GUARDED}.
     */
    WAITING_GUARDED(GUARDED.faults(), QuarantineLevel.RESTART);

    private final Set<Fault> faults;
    private final QuarantineLevel[] levels;

    Envelope(final Set<Fault> faults, final QuarantineLevel... levels)
    {
        this.faults = faults;
        this.levels = levels;
    }

    /**
     * The levels of quarantine of which each history draws one. What a level guards against may strike as
     * often as it likes.
     *
     * @return not a copy; one that is drawn more often is in it more often.
     */
    QuarantineLevel[] levels()
    {
        return levels;
    }

    /**
     * The envelope of a name.
     *
     * @param name such as {@code inside}, {@code guarded} or {@code waiting-guarded}.
     * @return the envelope.
     */
    public static Envelope of(final String name)
    {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /**
     * The faults that make it what it is: inside all that may strike, beyond those that break an assumption.
     *
     * @return in the order of their declaration.
     */
    public Set<Fault> faults()
    {
        final Set<Fault> all = EnumSet.copyOf(faults);
        if (isWaiting())
        {
            all.add(Fault.MESSAGES);
        }

        return all;
    }

    /**
     * Whether whoever waits for a lock does so in line at the nodes.
     */
    boolean isWaiting()
    {
        return this == WAITING || this == WAITING_GUARDED;
    }

    /**
     * Whether it is about what the levels guard against.
     *
     * @return true for those that have it in their name.
     */
    public boolean isGuarded()
    {
        return this == GUARDED || this == WAITING_GUARDED;
    }

    /**
     * Whether every invariant must hold, not exclusion alone.
     *
     * @return true for all but {@link #BEYOND}.
     */
    public boolean isStrict()
    {
        return this != BEYOND;
    }

    /**
     * The option of the command line that chooses it.
     *
     * @return with a space before it; empty for {@link #INSIDE}.
     */
    public String option()
    {
        return this == INSIDE ? "" : this == WAITING_GUARDED ? " --waiting --guarded" : " --" + this;
    }

    @Override
    public String toString()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
