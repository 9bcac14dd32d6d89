// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * A small application whose standard error nobody reads, as a separate program: see {@link FullStderr}. It
 * reports on standard output.
 */
public final class DeafParent
{
    /**
     * A lock is held, and standard error takes no byte more: now a node may go, which is news for the logger.
     */
    static final String HELD = "held";

    /**
     * Followed by the nanoseconds that the fastest of several calls with 200 ms of patience has taken.
     */
    static final String PATIENCE = "patience ";

    /**
     * Followed by whether a lease that extends itself is held after thrice its time to live.
     */
    static final String IS_HELD = "is held ";

    /**
     * Followed by the nanoseconds that the close has taken.
     */
    static final String CLOSE = "close ";

    private static final Duration TTL = Duration.ofSeconds(2);
    private static final Duration PATIENCE_TIME = Duration.ofMillis(200);
    private static final Duration NODE_TIMEOUT = Duration.ofMillis(500);
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int CALLS = 5;

    private DeafParent()
    {
    }

    /**
     * Holds a lock that extends itself, sees a node go, and asks for a lock that it cannot get.
     *
     * @param args name of the transport, and the nodes.
     * @throws InterruptedException never, as nobody interrupts it.
     */
    public static void main(final String[] args) throws InterruptedException
    {
        final LockOptions options = LockOptions.DEFAULT.withTtl(TTL).withAutoExtend(Duration.ofMinutes(5));
        final Redlock redlock = new TransportChoice(args[0], Map.of())
            .builder(List.of(args).subList(1, args.length)).assumeNodesFresh().minNodeTimeout(NODE_TIMEOUT)
            .maxNodeTimeout(NODE_TIMEOUT).build();
        final Lease lease = redlock.acquire("held", SOON, options);
        fillStderr();
        say(HELD);
        final Await await = Await.parking();
        await.until("a node is gone", SOON, () ->
            redlock.nodes().stream().anyMatch(node -> node.state() == NodeStatus.State.DOWN));

        final long downNs = System.nanoTime();
        long leastNs = Long.MAX_VALUE;
        for (int i = 0; i < CALLS; i++)
        {
            final LockHandle handle = redlock.handle("held");
            final long startNs = System.nanoTime();
            final Outcome outcome = Outcome.of(handle.acquireNs(PATIENCE_TIME.toNanos()));
            leastNs = Math.min(leastNs, System.nanoTime() - startNs);
            if (outcome != Outcome.TIMED_OUT)
            {
                say(outcome.toString());
            }
            handle.close();
        }
        say(PATIENCE + leastNs);
        await.untilNs(downNs + 3 * TTL.toNanos());
        say(IS_HELD + lease.isHeld());
        final long closeNs = System.nanoTime();
        redlock.close();
        say(CLOSE + (System.nanoTime() - closeNs));
    }

    private static void say(final String line)
    {
        System.out.println(line);
        System.out.flush();
    }

    /**
     * Writes until the pipe takes no more.
     */
    private static void fillStderr() throws InterruptedException
    {
        final Thread filler = new Thread(DeafParent::write);
        filler.setDaemon(true);
        filler.start();
        do
        {
            filler.join(500);
        }
        while (!isWriting(filler));
    }

    private static boolean isWriting(final Thread filler)
    {
        return List.of(filler.getStackTrace()).toString().contains("writeBytes");
    }

    private static void write()
    {
        final byte[] block = new byte[4096];
        try (FileOutputStream stderr = new FileOutputStream(FileDescriptor.err))
        {
            while (true)
            {
                stderr.write(block);
            }
        }
        catch (final IOException ex)
        {
            say(ex.toString());
        }
    }
}
