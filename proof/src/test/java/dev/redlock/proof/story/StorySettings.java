// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.List;

import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Quorum;

/**
 * The command {@code cluster}: how many nodes, who the clients are, and their options. The timeout of a node
 * is fixed, so that what a story tells does not depend on measured round trips.
 *
 * @param quorum  of all clients.
 * @param engine  of all clients.
 * @param claims  options of a lock.
 * @param keeping options of a lock that is extended automatically.
 * @param clients their names.
 * @param delayNs of every message, each way, until {@code latency} says otherwise.
 * @param diskNs  how often nodes write to their disks; 0 if they have none.
 */
record StorySettings(Quorum quorum, EngineConfig engine, ClaimOptions claims, ClaimOptions keeping,
    List<String> clients, long delayNs, long diskNs)
{
    private static final long MS = 1_000_000;
    private static final int IN_FLIGHT = 64;
    private static final int ATTEMPTS = 100;
    private static final int EXTENSIONS = 100;

    static StorySettings of(final Words words)
    {
        final int nodes = words.setting("nodes", Integer::parseInt, 5);
        final Quorum quorum =
            Quorum.of(nodes, words.setting("quorum", Integer::parseInt, Quorum.majority(nodes)));
        final long ttlNs = words.setting("ttl", words::duration, 10_000 * MS);
        final long timeoutNs = words.setting("node-timeout", words::duration, 50 * MS);
        final long delayNs = words.setting("latency", words::duration, MS);
        final int tokens = words.setting("tokens", Integer::parseInt, 64);
        final long holdNs = words.setting("max-hold", words::duration, 6 * ttlNs);
        final long validityNs = words.setting("min-validity", words::duration, 0L);
        final long diskNs = words.setting("disk", words::duration, 0L);
        final long durableNs = words.setting("durable", words::duration, 0L);
        final List<String> clients = List.of(words.setting("clients", (names) -> names, "alice").split(","));
        words.end();
        final EngineConfig engine = new EngineConfig.Draft().with((set) ->
        {
            set.quorum = quorum;
            set.quarantine = QuarantineLevel.OFF;
            set.maxLocks = tokens;
            set.maxInFlightPerNode = IN_FLIGHT;
            set.minNodeTimeoutNs = timeoutNs;
            set.maxNodeTimeoutNs = timeoutNs;
            set.durability = new DurabilityRule(durableNs, 0, DurabilityRule.BARRIER);
        }).conclude();
        final ClaimOptions.Draft claims = new ClaimOptions.Draft().with((set) ->
        {
            set.ttlNs = ttlNs;
            set.minValidityNs = validityNs;
            set.maxAttempts = ATTEMPTS;
            set.minRetryNs = 10 * MS;
            set.maxRetryNs = 200 * MS;
            set.maxHoldNs = holdNs;
            set.maxExtensions = EXTENSIONS;
            set.isDurable = durableNs > 0;
        });

        return new StorySettings(quorum, engine, claims.conclude(),
            claims.with((set) -> set.autoExtend = true).conclude(), clients, delayNs, diskNs);
    }

    String summary()
    {
        final long ttlNs = claims.ttlMs() * MS;
        final long driftNs = engine.drift().of(ttlNs);

        return "quorum " + quorum + ", blocking " + (quorum.tolerated() + 1) + "; ttl " + ttlNs / MS +
            "ms less drift " + driftNs / MS + "ms: validity " + (ttlNs - driftNs) / MS + "ms";
    }
}
