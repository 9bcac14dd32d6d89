// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.outcome.Outcome;

/**
 * What a small application does with a lock, as a separate program: see {@link FreshJvm}.
 */
public final class LockCycle
{
    /**
     * The last line of a successful run.
     */
    static final String DONE = "done on Java ";

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /*
     * A fresh JVM: the first attempts pay for the loading of classes.
     */
    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration SOON = Duration.ofSeconds(20);

    private LockCycle()
    {
    }

    /**
     * Takes, extends and releases a lock in each mode.
     *
     * @param args name of the transport, and the nodes.
     * @throws InterruptedException never, as nobody interrupts it.
     */
    public static void main(final String[] args) throws InterruptedException
    {
        final TransportChoice transport = new TransportChoice(args[0], Map.of());
        final List<String> uris = List.of(args).subList(1, args.length);
        for (final ClientMode mode : ClientMode.values())
        {
            try (Redlock redlock = mode.apply(transport.builder(uris).assumeNodesFresh())
                .connectTimeout(SOON).startTimeout(SOON)
                .minNodeTimeout(NODE_TIMEOUT).maxNodeTimeout(NODE_TIMEOUT).build())
            {
                cycle(redlock);
            }
        }
        System.out.println(DONE + Runtime.version().feature());
    }

    private static void cycle(final Redlock redlock) throws InterruptedException
    {
        final LockOptions options = LockOptions.DEFAULT.withAutoExtend(Duration.ofMinutes(5));
        try (Lease lease = redlock.acquire("fresh", PATIENCE, options))
        {
            require(lease.isHeld(), "a lease that is held");
        }
        try (LockHandle handle = redlock.handle("fresh"))
        {
            final long term = handle.acquire(PATIENCE);
            require(handle.isHeld(term), "a term that is held");
            require(handle.extend(term) == Outcome.EXTENDED, "an extension");
            require(handle.release(term) == Outcome.RELEASED, "a release");
        }
    }

    private static void require(final boolean condition, final String what)
    {
        if (!condition)
        {
            throw new IllegalStateException("not seen: " + what);
        }
    }
}
