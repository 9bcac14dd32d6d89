// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import dev.redlock.quorum.Drift;

/**
 * Draws a schedule of faults from a seed. Every class comes once in each round, in an order of its own.
 */
final class ChaosPlan
{
    static final int NODES = 5;

    /**
     * Nodes from here on keep their keys on disk, those before keep nothing.
     */
    static final int FIRST_DURABLE = 3;

    /**
     * How long a node that forgets stays dead: when it is back, no lock that it granted can still be held.
     */
    static final Duration ABSENCE = LoadSettings.LONGEST_TTL
        .plusNanos(Drift.SPECIFICATION.of(LoadSettings.LONGEST_TTL.toNanos())).plusMillis(300);

    private static final int CALM_MS = 100;
    private static final int LEAST_GAP_MS = 150;
    private static final int GAP_SPREAD_MS = 500;
    private static final int TTL_MS = (int)LoadSettings.LONGEST_TTL.toMillis();

    private final Random random;
    private final long[] nodeFreeMs = new long[NODES];
    private final long[] clientFreeMs;
    private final List<FaultClass> classes = new ArrayList<>();
    private final List<PlannedFault> plan = new ArrayList<>();
    private long processFreeMs;

    private ChaosPlan(final long seed, final int clients, final boolean hasProcess)
    {
        random = new Random(seed);
        clientFreeMs = new long[clients];
        classes.addAll(Arrays.asList(FaultClass.values()));
        if (!hasProcess)
        {
            classes.remove(FaultClass.STOP_PROCESS);
        }
    }

    /**
     * A schedule that has ended by the end of the run.
     */
    static List<PlannedFault> draw(
        final long seed, final Duration length, final int clients, final boolean hasProcess)
    {
        return new ChaosPlan(seed, clients, hasProcess).draw(length.toMillis());
    }

    private List<PlannedFault> draw(final long endMs)
    {
        long atMs = 0;
        while (true)
        {
            Collections.shuffle(classes, random);
            for (final FaultClass faultClass : classes)
            {
                atMs += LEAST_GAP_MS + random.nextInt(GAP_SPREAD_MS);
                atMs = add(faultClass, atMs);
                if (atMs >= endMs)
                {
                    plan.removeIf(fault -> TimeUnit.NANOSECONDS.toMillis(fault.atNs() + fault.lengthNs()) >=
                        endMs);

                    return plan;
                }
            }
        }
    }

    /*
     * One fault at a time for a node, for a client's links, and for the second process. When all that it
     * could happen to are taken, it waits for the first to be free, and later ones with it.
     */
    private long add(final FaultClass faultClass, final long wantedMs)
    {
        final long lengthMs = lengthMs(faultClass);
        final BitSet nodes = new BitSet(NODES);
        int client = 0;
        long atMs = wantedMs;
        switch (faultClass.target())
        {
            case LINKS:
                client = freeIndex(clientFreeMs, 0, clientFreeMs.length, atMs);
                atMs = Math.max(atMs, clientFreeMs[client]);
                clientFreeMs[client] = atMs + lengthMs + CALM_MS;
                someNodes(nodes);
                break;

            case PROCESS:
                atMs = Math.max(atMs, processFreeMs);
                processFreeMs = atMs + lengthMs + CALM_MS;
                break;

            default:
                final FaultClass.Target target = faultClass.target();
                final int from = target == FaultClass.Target.DURABLE_NODE ? FIRST_DURABLE : 0;
                final int to = target == FaultClass.Target.FORGETFUL_NODE ? FIRST_DURABLE : NODES;
                final int node = freeIndex(nodeFreeMs, from, to, atMs);
                atMs = Math.max(atMs, nodeFreeMs[node]);
                nodeFreeMs[node] = atMs + lengthMs + CALM_MS;
                nodes.set(node);
                break;
        }
        plan.add(new PlannedFault(plan.size(), faultClass, client, nodes,
            TimeUnit.MILLISECONDS.toNanos(atMs), TimeUnit.MILLISECONDS.toNanos(lengthMs),
            random.nextInt() & Integer.MAX_VALUE));

        return atMs;
    }

    private long lengthMs(final FaultClass faultClass)
    {
        return switch (faultClass)
        {
            case KILL_FORGETFUL -> ABSENCE.toMillis();
            case STOP_BRIEFLY -> 10 + random.nextInt(490);
            case STOP_LONG -> TTL_MS + 100 + random.nextInt(500);
            case STOP_PROCESS ->
                random.nextBoolean() ? 50 + random.nextInt(TTL_MS) : TTL_MS + random.nextInt(1000);
            case KILL_DURABLE, CLIENT_KILL, SCRIPT_FLUSH -> 0;
            case RESET_MID_REPLY -> 1000;
            default -> 100 + random.nextInt(TTL_MS * 3 / 2);
        };
    }

    private int freeIndex(final long[] freeMs, final int from, final int to, final long atMs)
    {
        final int offset = random.nextInt(to - from);
        int best = from + offset;
        for (int i = 0; i < to - from; i++)
        {
            final int index = from + (offset + i) % (to - from);
            if (freeMs[index] <= atMs)
            {
                return index;
            }
            if (freeMs[index] < freeMs[best])
            {
                best = index;
            }
        }

        return best;
    }

    private void someNodes(final BitSet nodes)
    {
        // Mostly a minority, with which a client can still work; at times more.
        final int count = random.nextInt(3) > 0 ? 1 + random.nextInt(2) : 3 + random.nextInt(NODES - 2);
        while (nodes.cardinality() < count)
        {
            nodes.set(random.nextInt(NODES));
        }
    }
}
