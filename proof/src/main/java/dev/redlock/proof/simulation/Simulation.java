// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.function.Consumer;

import dev.redlock.engine.port.Meter;
import dev.redlock.proof.simulation.fault.Reduction;
import dev.redlock.proof.simulation.judge.HistoryResult;
import dev.redlock.proof.simulation.judge.Invariant;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * Histories of the real engine in a world at its worst; each follows from its seed, to the last event.
 * <p>
 * <b>Threads:</b> all methods may be called by any number of threads at once.
 */
public final class Simulation
{
    private static final long HASH_START = 0xCBF29CE484222325L;
    private static final long HASH_FACTOR = 0x100000001B3L;

    private Simulation()
    {
    }

    /**
     * Runs one history.
     *
     * @param seed     from which all of it follows.
     * @param envelope {@code inside} for faults that a lock must withstand, {@code beyond} for such as it
     *                 does not.
     * @return null if all was well; otherwise one line that begins with the name of the invariant that was
     * broken.
     */
    public static String complaint(final long seed, final String envelope)
    {
        return run(seed, Envelope.of(envelope), Reduction.NONE).complaint();
    }

    /**
     * Runs one history.
     *
     * @param seed      from which all of it follows.
     * @param envelope  how far the faults go.
     * @param reduction what to leave out.
     * @return what came of it.
     */
    public static HistoryResult run(final long seed, final Envelope envelope, final Reduction reduction)
    {
        return run(new Swarm(seed, envelope, reduction), null, Meter.NONE);
    }

    /**
     * Runs one history and counts what its clients do.
     *
     * @param seed     from which all of it follows.
     * @param envelope how far the faults go.
     * @param meter    of all its clients.
     * @return what came of it.
     */
    public static HistoryResult count(final long seed, final Envelope envelope, final Meter meter)
    {
        return run(new Swarm(seed, envelope, Reduction.NONE), null, meter);
    }

    /**
     * Runs one history and tells every event.
     *
     * @param seed      from which all of it follows.
     * @param envelope  how far the faults go.
     * @param reduction what to leave out.
     * @param lines     is given one line per event, the true time in nanoseconds first.
     * @return what came of it.
     */
    public static HistoryResult tell(
        final long seed, final Envelope envelope, final Reduction reduction, final Consumer<String> lines)
    {
        return run(new Swarm(seed, envelope, reduction),
            (timeNs, words) -> lines.accept(timeNs + " " + words), Meter.NONE);
    }

    /**
     * The hash of everything that happens in a history: of the bytes of its event log.
     *
     * @param seed     from which all of it follows.
     * @param envelope how far the faults go.
     * @return FNV-1a, 64 bits.
     */
    public static long logHash(final long seed, final Envelope envelope)
    {
        final long[] hash = {HASH_START};
        tell(seed, envelope, Reduction.NONE, (line) ->
        {
            for (int i = 0; i < line.length(); i++)
            {
                hash[0] = (hash[0] ^ line.charAt(i)) * HASH_FACTOR;
            }
            hash[0] = (hash[0] ^ '\n') * HASH_FACTOR;
        });

        return hash[0];
    }

    /**
     * Everything that was drawn for a history before it begins.
     *
     * @param seed      from which it follows.
     * @param envelope  how far the faults go.
     * @param reduction what to leave out.
     * @return one line.
     */
    public static String options(final long seed, final Envelope envelope, final Reduction reduction)
    {
        return new Swarm(seed, envelope, reduction).toString();
    }

    private static HistoryResult run(
        final Swarm swarm, final MemoryNetwork.Watcher watcher, final Meter meter)
    {
        final History history = new History(swarm, watcher, meter);
        String thrown = null;
        try
        {
            history.run();
        }
        catch (final RuntimeException | AssertionError ex)
        {
            thrown = Invariant.I6 + " the engine does not go on: " + ex;
        }
        final SimulatedWorld world = history.world;
        final boolean isContent = world.court.referee.isContent();

        return new HistoryResult(swarm.seed, isContent ? thrown : world.court.referee.complaints().get(0),
            world.acquisitions, world.operations, history.storm.strikes(),
            world.network.nowNs(), world.court.book.ghosts(), swarm.sin, swarm.isGuarded());
    }
}
