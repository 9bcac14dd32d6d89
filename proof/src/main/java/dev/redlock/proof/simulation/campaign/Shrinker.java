// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.campaign;

import java.util.EnumSet;
import java.util.Set;

import dev.redlock.proof.simulation.Envelope;
import dev.redlock.proof.simulation.Simulation;
import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.proof.simulation.fault.Reduction;

/**
 * Makes a history that fails smaller: the same seed with fewer faults, a shorter storm and fewer clients, as
 * long as something is still violated.
 */
public final class Shrinker
{
    private static final int LONGEST_STORM = 64;
    private static final int MOST_CLIENTS = 4;

    private final long seed;
    private final Envelope envelope;

    private Shrinker(final long seed, final Envelope envelope)
    {
        this.seed = seed;
        this.envelope = envelope;
    }

    /**
     * Looks for the smallest version of a history that still fails.
     *
     * @param seed     of a history that fails.
     * @param envelope it fails in.
     * @return what can be left out; {@link Reduction#NONE} if nothing can, or if the history does not fail.
     */
    public static Reduction shrink(final long seed, final Envelope envelope)
    {
        return new Shrinker(seed, envelope).shrink();
    }

    private Reduction shrink()
    {
        return !fails(Reduction.NONE) ?
            Reduction.NONE : withFewerClients(withShorterStorm(withFewerFaults(Reduction.NONE)));
    }

    private Reduction withFewerFaults(final Reduction start)
    {
        Reduction best = start;
        for (final Fault fault : Fault.values())
        {
            final Set<Fault> without = EnumSet.noneOf(Fault.class);
            without.addAll(best.without());
            without.add(fault);
            best = better(best, new Reduction(without, best.stormTtls(), best.clients()));
        }

        return best;
    }

    private Reduction withShorterStorm(final Reduction start)
    {
        Reduction best = start;
        for (int ttls = LONGEST_STORM / 2; ttls > 0; ttls /= 2)
        {
            best = better(best, new Reduction(best.without(), ttls, best.clients()));
        }
        for (int less = Math.min(LONGEST_STORM, best.stormTtls()) / 2; less > 0; less--)
        {
            final int ttls = Math.min(LONGEST_STORM, best.stormTtls()) - less;
            best = ttls > 0 ? better(best, new Reduction(best.without(), ttls, best.clients())) : best;
        }

        return best;
    }

    private Reduction withFewerClients(final Reduction start)
    {
        Reduction best = start;
        for (int clients = MOST_CLIENTS; clients > 0; clients--)
        {
            best = better(best, new Reduction(best.without(), best.stormTtls(), clients));
        }

        return best;
    }

    private Reduction better(final Reduction best, final Reduction smaller)
    {
        return fails(smaller) ? smaller : best;
    }

    private boolean fails(final Reduction reduction)
    {
        return Simulation.run(seed, envelope, reduction).complaint() != null;
    }
}
