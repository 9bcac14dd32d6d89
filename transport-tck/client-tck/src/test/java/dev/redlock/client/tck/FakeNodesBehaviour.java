// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Nested;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.node.DyingNodes;
import dev.redlock.client.tck.suite.FakedNodes;
import dev.redlock.client.tck.suite.TestNodes;
import dev.redlock.test.FakeNodes;

/**
 * An application sees the same of a client over {@link FakeNodes} as over real servers: leases, handles,
 * listeners, validity, waiting, close, lock view, and nodes that are killed and paused. The other suites need
 * what the fake is not: sockets to cut and to delay, processes, errors and configurations of servers.
 */
abstract class FakeNodesBehaviour extends ClientBehaviour
{
    private FakedNodes nodes;

    FakeNodesBehaviour(final ClientMode mode)
    {
        super(new TransportChoice("fake", Map.of()), mode);
    }

    @Override
    public TestNodes startNodes(final int count, final boolean isPersistent)
    {
        nodes = new FakedNodes(count, isPersistent);

        return nodes;
    }

    @Override
    public RedlockBuilder builder(final List<String> uris)
    {
        final RedlockBuilder builder = Redlock.builder().transport(nodes.provider());
        uris.forEach(builder::nodes);

        return builder;
    }

    @Nested
    class Dying extends DyingNodes
    {
        /**
         * The fake's nodes say that they have been up for years.
         */
        @Override
        protected void shouldWarnOnceOfANodeThatWasJustStarted()
        {
        }
    }
}
