// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.ArrayList;
import java.util.List;

/**
 * All conditions under which contenders are compared, in the order in which they are.
 */
final class Scenarios
{
    private static final int RATE = 1000;
    private static final int MANY = 256;
    private static final int CONTENDERS = 8;
    private static final int MANY_CONTENDERS = 40;

    private static final String FLOOR_C = FloorProgram.LABEL;
    private static final String FLOOR = "floor-java";
    private static final String INVOKER = "redlock-invoker";
    private static final String YIELDING = "redlock-dedicated-yielding";
    private static final String BLOCKING = "redlock-dedicated-blocking";
    private static final String IN_LINE = "redlock-in-line";
    private static final String DEDICATED = "redlock-dedicated";
    private static final String LETTUCE = "lettuce-by-hand";
    private static final String LETTUCE_BATCHED = "lettuce-by-hand-batched";
    private static final String OVER_LETTUCE = "redlock-lettuce-dedicated";
    private static final String REDISSON = "redisson-redlock";
    private static final String CURATOR = "curator-3";

    private Scenarios()
    {
    }

    static List<Case> all()
    {
        final List<Case> all = new ArrayList<>();
        all.add(Case.of("uncontended", FLOOR_C, FLOOR, INVOKER, YIELDING, BLOCKING,
            "redlock-lettuce-invoker", OVER_LETTUCE, LETTUCE, "jedis-by-hand", REDISSON, "redisson-rlock-1",
            "spring-lockregistry-1", CURATOR));
        all.add(Case.of("fenced", INVOKER, "redlock-invoker-fenced", BLOCKING,
            "redlock-dedicated-blocking-fenced"));
        all.add(Case.of("contended-8", YIELDING, BLOCKING, REDISSON).with(Crowd.contended(CONTENDERS, 1)));
        all.add(Case.of("contended-8-clients", INVOKER, BLOCKING, IN_LINE, REDISSON, CURATOR)
            .with(Crowd.contended(CONTENDERS, CONTENDERS)));
        all.add(Case.of("contended-40-clients", BLOCKING, IN_LINE, REDISSON, CURATOR)
            .with(Crowd.contended(MANY_CONTENDERS, MANY_CONTENDERS)));
        for (final int inFlight : new int[]{64, MANY})
        {
            all.add(Case.of("in-flight-" + inFlight, FLOOR_C, FLOOR, DEDICATED, OVER_LETTUCE,
                LETTUCE_BATCHED, LETTUCE, REDISSON).with(Crowd.inFlight(inFlight)));
        }
        all.add(Case.of("one-down", INVOKER, BLOCKING, LETTUCE).with(Case.Fault.DOWN));
        all.add(Case.of("one-slow-50ms", INVOKER, BLOCKING, LETTUCE).with(Case.Fault.SLOW));
        all.add(Case.of("nodes-1", FLOOR_C, FLOOR, INVOKER, BLOCKING, "jedis-by-hand", LETTUCE,
            "redisson-rlock-1", "spring-lockregistry-1").withNodes(1));
        for (final int nodes : new int[]{3, 7, 9})
        {
            all.add(Case.of("nodes-" + nodes, FLOOR_C, FLOOR, INVOKER, BLOCKING).withNodes(nodes));
        }
        all.add(Case.of("unix", FLOOR_C, FLOOR, INVOKER, BLOCKING).with(Case.Wire.UNIX));
        all.add(Case.of("tls", INVOKER, BLOCKING, LETTUCE).with(Case.Wire.TLS));
        all.add(Case.of("paced-1000-nodes-1", INVOKER, BLOCKING, "jedis-by-hand", LETTUCE, "redisson-rlock-1",
            "spring-lockregistry-1").withNodes(1).with(Crowd.paced(1, RATE)));
        for (final int nodes : new int[]{3, Case.NODES})
        {
            all.add(Case.of("paced-1000-nodes-" + nodes, INVOKER, BLOCKING, "jedis-by-hand", LETTUCE)
                .withNodes(nodes).with(Crowd.paced(1, RATE)));
        }
        all.add(Case.of("paced-1000-8-threads", INVOKER, BLOCKING, "jedis-by-hand", LETTUCE)
            .with(Crowd.paced(CONTENDERS, RATE)));
        all.add(Case.of("open-loop", INVOKER, BLOCKING, LETTUCE, REDISSON).with(Crowd.atRate(RATE)));

        return all;
    }
}
