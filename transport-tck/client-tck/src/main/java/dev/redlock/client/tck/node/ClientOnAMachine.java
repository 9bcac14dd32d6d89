// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockEvents;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.suite.TestNodes;
import dev.redlock.client.tck.tools.Relay;
import dev.redlock.client.tck.tools.TestClock;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;

/**
 * A process with a client, on a machine with a node. The machine stands still for two seconds: the node is
 * stopped, and its clock and both clocks of the client stop, too.
 */
final class ClientOnAMachine
{
    private static final Duration SOON = TestNodes.SOON;
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final LockOptions OPTIONS = LockOptions.DEFAULT.withTtl(Duration.ofSeconds(30));
    private static final long NS_PER_US = 1_000;
    private static final long NS_PER_MS = 1_000_000;

    private ClientOnAMachine()
    {
    }

    /**
     * Entry point.
     *
     * @param args the transport, and the nodes elsewhere.
     */
    public static void main(final String[] args) throws InterruptedException
    {
        final TestClock clock = new TestClock();
        final long startMs = System.currentTimeMillis() - clock.nanoTime() / NS_PER_MS;
        final Collection<NodeStatus> told = new ConcurrentLinkedQueue<>();
        try (RedisServerProcess server = RedisServerProcess.builder().build().start();
            Relay node = new Relay(server))
        {
            node.says((command, real) -> command.name().equals("TIME") ? time(clock) : real.get());
            final List<String> uris = Stream.concat(Stream.of(args).skip(1), Stream.of(node.uri())).toList();
            try (Redlock redlock = new TransportChoice(args[0], Map.of()).builder(uris).defaults(OPTIONS)
                .clock(clock).wallClock(() -> startMs + clock.nanoTime() / NS_PER_MS)
                .minNodeTimeout(PAUSE).maxNodeTimeout(PAUSE).assumeNodesFresh().events(new RedlockEvents()
                {
                    @Override
                    public void onNodeStatus(final NodeStatus status)
                    {
                        told.add(status);
                    }
                }).build())
            {
                awaitClocksKnown(redlock);
                standStill(redlock, clock, server);
            }
        }
        check(told.stream().noneMatch(status -> status.state() == NodeStatus.State.QUARANTINED), told);
    }

    /*
     * The server's clock would go on while it is stopped.
     */
    private static byte[] time(final TestClock clock)
    {
        final Instant machine = Instant.now().plusNanos(clock.nanoTime() - System.nanoTime());
        final String seconds = Long.toString(machine.getEpochSecond());
        final String micros = Long.toString(machine.getNano() / NS_PER_US);
        final String lines = String.join("\r\n",
            "*2", "$" + seconds.length(), seconds, "$" + micros.length(), micros, "");

        return lines.getBytes(StandardCharsets.US_ASCII);
    }

    private static void awaitClocksKnown(final Redlock redlock)
    {
        Await.parking().untilAllUp(redlock, SOON);
        for (int i = 0; i < redlock.nodes().size(); i++)
        {
            final int node = i;
            Await.parking().until("clock of node " + i, SOON, () -> redlock.metrics().clock(node).samples(),
                samples -> samples > 1);
        }
    }

    private static void standStill(
        final Redlock redlock, final TestClock clock, final RedisServerProcess server)
        throws InterruptedException
    {
        final LockHandle held = redlock.handle("held");
        final LockHandle wanted = redlock.handle("wanted");
        final long term = held.acquire(SOON);
        check(term > 0, held.votes());

        final long startNs = System.nanoTime();
        clock.suspend();
        final long leftNs = held.remainingNs(term);
        server.pause();
        Await.parking().until("the pause", SOON, System::nanoTime,
            nowNs -> nowNs - startNs > PAUSE.toNanos());
        server.resume();
        clock.run();

        Await.parking().until("it is noticed", SOON, () -> redlock.metrics().count(Counter.CLIENT_PAUSES) +
            redlock.metrics().count(Counter.CLOCK_STEPS), count -> count > 0);
        check(redlock.metrics().count(Counter.CLOCK_STEPS) == 0, redlock.nodes());
        check(held.isHeld(term), held.votes());
        check(leftNs - held.remainingNs(term) >= PAUSE.toNanos(), held.remainingNs(term));
        check(wanted.acquire(SOON) > 0, wanted.votes());
        check(held.release(term) == Outcome.RELEASED, held.votes());
    }

    private static void check(final boolean isTrue, final Object otherwise)
    {
        if (!isTrue)
        {
            throw new AssertionError(otherwise);
        }
    }
}
