// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import dev.redlock.engine.wire.NodeRtt;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;

/**
 * What all rounds of an engine have in common. There is one round per lock, so that each keeps one reference.
 *
 * @param quorum    that keeps a lease.
 * @param drift     allowance for clocks.
 * @param rtts      of the nodes: how long each has to answer.
 * @param durableNs how much longer if its vote has to be durable.
 */
record RoundRules(Quorum quorum, Drift drift, NodeRtt[] rtts, long durableNs)
{
}
