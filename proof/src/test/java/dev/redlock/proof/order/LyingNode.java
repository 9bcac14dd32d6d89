// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.order;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * Three nodes, of which one lies about the tokens that it has granted: they are always the same time ahead of
 * the others' clocks, which are not the same. The two sound ones are a quorum.
 */
public final class LyingNode
{
    static final long MS = 1_000_000;
    private static final int LIAR = 0;
    private static final int LOCKS = 10;
    private static final long NS_PER_US = 1_000;
    private static final long WINDOW_MS = 10_000;
    private static final int MOST_SKEW_MS = 400;
    private static final String KEY = "orders";
    private static final byte[] FENCE = (KEY + ":fence").getBytes(StandardCharsets.UTF_8);

    private final MemoryNetwork network;
    private final long aheadNs;

    /**
     * @param aheadMs how far ahead its tokens are.
     * @param skewMs  how far the clocks of the sound nodes are apart.
     */
    LyingNode(final long seed, final long aheadMs, final long skewMs)
    {
        aheadNs = aheadMs * MS;
        network = MemoryNetwork.ofNodes(3, seed);
        network.teachLocks();
        final long rightNs = network.node(LIAR).clock().nowNs();
        network.node(1).clock().step(rightNs - network.node(1).clock().nowNs());
        network.node(2).clock().step(rightNs - skewMs * MS - network.node(2).clock().nowNs());
    }

    private void lie()
    {
        final long token = (network.node(LIAR).clock().nowNs() + aheadNs) / NS_PER_US;
        network.node(LIAR).put(FENCE, (token + "|1|liar").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * How many of some locks of one key are won, one after the other.
     */
    int won(final int locks)
    {
        final RedlockBuilder builder = Redlock.builder()
            .transport(new Wires(network, "alice", Wires.SHORT_NS, this::lie))
            .name("alice").invoker().clock(network::nowNs)
            .wallClock(() -> network.node(1).clock().nowNs() / MS)
            .defaults(LockOptions.DEFAULT.withFencing()).assumeNodesFresh()
            .startTimeout(Duration.ofSeconds(2)).events(new RedlockEvents()
            {
            });
        network.addresses().forEach(builder::node);
        int won = 0;
        try (Redlock redlock = builder.build(); LockHandle handle = redlock.handle(KEY))
        {
            for (int i = 0; i < locks; i++)
            {
                final long term = handle.tryAcquire();
                won += Outcome.of(term) == Outcome.ACQUIRED ? 1 : 0;
                handle.release(term);
            }
        }

        return won;
    }

    /**
     * One drawn lie: any within the window, and beyond.
     *
     * @param seed     of the lie.
     * @param envelope not looked at.
     * @return null if all locks were won; otherwise begins with the name of the invariant that was broken.
     */
    public static String complaint(final long seed, final String envelope)
    {
        final SplittableRandom random = new SplittableRandom(new SplittableRandom(seed).nextLong());
        final long skewMs = random.nextLong(MOST_SKEW_MS);
        final long aheadMs = random.nextBoolean() ? random.nextLong(2 * WINDOW_MS) :
            WINDOW_MS - 1 - random.nextLong(MOST_SKEW_MS);
        final int won = new LyingNode(seed, aheadMs, skewMs).won(LOCKS);

        return won == LOCKS ? null : "I6 of " + LOCKS + " fenced locks " + won + " are won beside a node " +
            "whose tokens are " + aheadMs + " ms ahead, on two sound ones that are " + skewMs + " ms apart";
    }
}
