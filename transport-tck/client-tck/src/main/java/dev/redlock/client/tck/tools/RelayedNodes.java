// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

import dev.redlock.client.tck.suite.SharedNodes;

/**
 * Nodes behind relays, which can answer in their place until the test is over.
 */
public abstract class RelayedNodes extends SharedNodes
{
    protected final List<Relay> relays = new ArrayList<>();

    /**
     * The first of them that is; the others are after it.
     */
    protected int firstRelayed()
    {
        return 0;
    }

    @BeforeAll
    final void startRelays()
    {
        IntStream.range(firstRelayed(), nodes.count()).forEach((i) -> relays.add(new Relay(nodes.server(i))));
    }

    @AfterEach
    final void beHonest()
    {
        relays.forEach(Relay::isHonest);
    }

    @AfterAll
    final void stopRelays()
    {
        relays.forEach(Relay::close);
    }
}
