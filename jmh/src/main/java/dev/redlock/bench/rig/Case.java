// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One set of conditions, under which contenders are compared.
 *
 * @param scenario   name in results.
 * @param nodes      of them.
 * @param crowd      that makes load.
 * @param wire       how nodes are reached.
 * @param fault      what is wrong with one of them.
 * @param contenders by name.
 */
record Case(String scenario, int nodes, Crowd crowd, Wire wire, Fault fault, List<String> contenders)
{
    static final int NODES = 5;

    enum Wire
    {
        TCP,
        UNIX,
        TLS
    }

    enum Fault
    {
        NONE,
        DOWN,
        SLOW
    }

    static Case of(final String scenario, final String... contenders)
    {
        return new Case(scenario, NODES, Crowd.ONE, Wire.TCP, Fault.NONE, List.of(contenders));
    }

    Case withNodes(final int newNodes)
    {
        return new Case(scenario, newNodes, crowd, wire, fault, contenders);
    }

    Case with(final Crowd newCrowd)
    {
        return new Case(scenario, nodes, newCrowd, wire, fault, contenders);
    }

    Case with(final Wire newWire)
    {
        return new Case(scenario, nodes, crowd, newWire, fault, contenders);
    }

    Case with(final Fault newFault)
    {
        return new Case(scenario, nodes, crowd, wire, newFault, contenders);
    }

    Case among(final Predicate<String> chosen)
    {
        return new Case(scenario, nodes, crowd, wire, fault, contenders.stream().filter(chosen).toList());
    }

    Map<String, Object> parameters(final long ttlMs)
    {
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("threads", crowd.threads());
        parameters.put("clients", crowd.clients());
        parameters.put("in_flight", Math.max(1, crowd.inFlight()));
        parameters.put("rate", crowd.rate() == 0 ? null : crowd.rate());
        parameters.put("wire", wire.name().toLowerCase(Locale.ROOT));
        parameters.put("ttl_ms", ttlMs);

        return parameters;
    }
}
