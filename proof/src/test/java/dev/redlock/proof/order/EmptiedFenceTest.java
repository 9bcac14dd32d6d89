// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryTransport;

/**
 * Five nodes, three votes, clocks within a second of each other, none of which goes back. Two holders in turn
 * share one node only, which is emptied in between while its process runs: who remembers, and who does not?
 */
class EmptiedFenceTest
{
    private static final String KEY = "orders";
    private static final long MS = 1_000_000;
    private static final int SHARED = 2;

    private final MemoryNetwork network = MemoryNetwork.ofNodes(5, 0x5EED);

    @AutoClose
    private Redlock alice;

    @AutoClose
    private Redlock bob;

    private Redlock client(final String name, final QuarantineLevel level)
    {
        final RedlockBuilder builder = Redlock.builder().name(name)
            .transport(new Wires(network, name, Wires.SHORT_NS, () -> {}))
            .invoker().clock(network::nowNs).wallClock(() -> network.node(SHARED).clock().nowNs() / MS)
            .defaults(LockOptions.DEFAULT.withFencing()).quarantine(level)
            .assumeNodesFresh().startTimeout(Duration.ofSeconds(2)).events(new RedlockEvents()
            {
            });
        network.addresses().forEach(builder::node);

        return builder.build();
    }

    private MemoryTransport wire(final String client)
    {
        return network.transports().stream().filter(wire -> wire.name().equals(client)).findFirst()
            .orElseThrow();
    }

    private void partition(final String client, final int... nodes)
    {
        for (final int node : nodes)
        {
            wire(client).path(node).requests().hold();
            wire(client).path(node).replies().hold();
        }
    }

    /*
     * The clocks of n0 and n1 are 900 ms ahead. Alice has met n0, n1 and n2 only, so her proposal is a time
     * of the first two; Bob reaches n2, n3 and n4.
     */
    private void begin(final QuarantineLevel level)
    {
        final long rightNs = network.node(SHARED).clock().nowNs();
        IntStream.range(0, 5).forEach(i -> network.node(i).clock()
            .step(rightNs + (i < SHARED ? 900 * MS : 0) - network.node(i).clock().nowNs()));
        network.teachLocks();
        if (level == QuarantineLevel.STRICT)
        {
            client("operator", level).close();
        }
        network.node(3).pause();
        network.node(4).pause();
        alice = client("alice", level);
        partition("alice", 3, 4);
        network.node(3).resume();
        network.node(4).resume();
        bob = client("bob", level);
        partition("bob", 0, 1);
    }

    private long tokenOf(final LockHandle handle) throws InterruptedException
    {
        final long term = handle.acquire(Duration.ofMillis(400));
        assertThat(Outcome.of(term)).as("%s", handle.votes()).isEqualTo(Outcome.ACQUIRED);
        final long token = handle.fencingToken(term);
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);

        return token;
    }

    @Test
    void shouldKeepTheOrderWithTheMemoryOfTheSharedNode() throws InterruptedException
    {
        begin(QuarantineLevel.RESTART);

        final long first = tokenOf(alice.handle(KEY));
        assertThat(tokenOf(bob.handle(KEY))).isGreaterThan(first);
    }

    @Test
    void shouldRestOnClocksAtLevelRestartWhenTheSharedNodeIsEmptied() throws InterruptedException
    {
        begin(QuarantineLevel.RESTART);
        final LockHandle second = bob.handle(KEY);

        final long first = tokenOf(alice.handle(KEY));
        network.node(SHARED).flushAll();
        assertThat(tokenOf(second)).as("within 900 ms").isLessThan(first);

        network.runUntil(network.nowNs() + 900 * MS);
        assertThat(tokenOf(second)).as("later").isGreaterThan(first);
    }

    @Test
    void shouldNotLetTheEmptiedNodeVoteAtLevelStrict() throws InterruptedException
    {
        begin(QuarantineLevel.STRICT);
        tokenOf(alice.handle(KEY));
        network.node(SHARED).flushAll();

        final LockHandle second = bob.handle(KEY);
        assertThat(Outcome.of(second.acquire(Duration.ofMillis(400)))).as("%s", second.votes())
            .isEqualTo(Outcome.TIMED_OUT);
    }
}
