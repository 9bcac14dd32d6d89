// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One set of conditions, under which contenders are compared.
 *
 * @param scenario   name in results.
 * @param nodes      of them.
 * @param threads    that make load.
 * @param clients    1, or one for each thread.
 * @param inFlight   locks in flight per thread; 0 to wait for each.
 * @param contended  whether all want the same key.
 * @param rate       cycles a second; 0 for a closed loop.
 * @param wire       how nodes are reached.
 * @param fault      what is wrong with one of them.
 * @param contenders by name.
 */
record Case(
    String scenario,
    int nodes,
    int threads,
    int clients,
    int inFlight,
    boolean contended,
    int rate,
    Wire wire,
    Fault fault,
    List<String> contenders)
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
        return new Case(
            scenario, NODES, 1, 1, 0, false, 0, Wire.TCP, Fault.NONE, List.of(contenders));
    }

    Case withNodes(final int newNodes)
    {
        return new Case(
            scenario, newNodes, threads, clients, inFlight, contended, rate, wire, fault, contenders);
    }

    Case contended(final int newThreads, final int newClients)
    {
        return new Case(
            scenario, nodes, newThreads, newClients, inFlight, true, rate, wire, fault, contenders);
    }

    Case withInFlight(final int newInFlight)
    {
        return new Case(
            scenario, nodes, threads, clients, newInFlight, contended, rate, wire, fault, contenders);
    }

    Case withRate(final int newRate)
    {
        return new Case(
            scenario, nodes, threads, clients, inFlight, contended, newRate, wire, fault, contenders);
    }

    Case over(final Wire newWire)
    {
        return new Case(
            scenario, nodes, threads, clients, inFlight, contended, rate, newWire, fault, contenders);
    }

    Case with(final Fault newFault)
    {
        return new Case(
            scenario, nodes, threads, clients, inFlight, contended, rate, wire, newFault, contenders);
    }

    Case among(final List<String> chosen)
    {
        return new Case(scenario, nodes, threads, clients, inFlight, contended, rate, wire, fault,
            contenders.stream().filter(chosen::contains).toList());
    }

    Case without(final String unavailable)
    {
        return new Case(scenario, nodes, threads, clients, inFlight, contended, rate, wire, fault,
            contenders.stream().filter((contender) -> !contender.equals(unavailable)).toList());
    }

    Map<String, Object> parameters(final long ttlMs)
    {
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("threads", threads);
        parameters.put("clients", clients);
        parameters.put("in_flight", Math.max(1, inFlight));
        parameters.put("rate", rate == 0 ? null : rate);
        parameters.put("wire", wire.name().toLowerCase(Locale.ROOT));
        parameters.put("ttl_ms", ttlMs);

        return parameters;
    }
}
