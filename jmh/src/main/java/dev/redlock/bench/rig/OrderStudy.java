// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import dev.redlock.bench.contender.Race;
import dev.redlock.bench.contender.SendingOrder;
import dev.redlock.bench.contender.Target;

/**
 * The order of sending: votes split among three clients, by order and by how nearly together they begin.
 */
final class OrderStudy
{
    static final String SCENARIO = "sending-order";

    static final int NODES = 5;
    private static final int RACES = 1000;
    private static final long[] SPREADS_US = {0, 500, 2000};
    private static final long NS_PER_US = 1000;

    private final Farm farm;
    private final Results results;
    private final Rig rig;

    OrderStudy(final Farm farm, final Results results, final Rig rig)
    {
        this.farm = farm;
        this.results = results;
        this.rig = rig;
    }

    /**
     * How many measurements it takes.
     */
    static int measurements(final int rounds)
    {
        return rounds * SPREADS_US.length * SendingOrder.values().length;
    }

    void call()
    {
        final Target target = new Target(farm.uris(NODES), rig.ttlMs(), null);
        for (int round = 1; round <= rig.rounds(); round++)
        {
            for (final long spreadUs : SPREADS_US)
            {
                for (final SendingOrder order : SendingOrder.values())
                {
                    try (Race race = new Race(target, order, round))
                    {
                        race.run(RACES, spreadUs * NS_PER_US);
                        report(race, order, round, spreadUs);
                    }
                }
            }
        }
    }

    private void report(final Race race, final SendingOrder order, final int round, final long spreadUs)
    {
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("clients", 3);
        parameters.put("start_spread_us", spreadUs);
        parameters.put("one_way_us", "100 to 400, by client and node, and up to 100 more each time");
        parameters.put("races", RACES);
        final Map<String, Object> head = new LinkedHashMap<>();
        head.put("scenario", SCENARIO);
        head.put("contender", order.label());
        head.put("round", round);
        head.put("nodes", NODES);
        head.put("parameters", parameters);

        final Map<String, Object> tail = new LinkedHashMap<>();
        tail.put("acquire", Figures.percentiles(race.winnersNs()));
        tail.put("cycle", null);
        tail.put("cycles_per_second", null);
        tail.put("allocated_bytes_per_cycle", null);
        tail.put("split_votes_per_1000", race.splits() * 1000L / RACES);
        tail.put("failures", 0);
        tail.put("missed", 0);
        tail.put("longest_wait_us", null);
        tail.put("hand_overs_per_second", null);
        results.add(head, Json.of(tail), Path.of("none"));
        rig.say(String.format(Locale.ROOT, "%-22s %-27s %d  spread %d us: %d split votes in %d races, " +
            "winner's decision p50 %.0f us", SCENARIO, order.label(), round, spreadUs, race.splits(), RACES,
            race.winnersNs().getValueAtPercentile(50) / (double)NS_PER_US));
        rig.measured();
    }
}
