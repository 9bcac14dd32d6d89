// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockHolder;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.client.tck.tools.FileServers;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.KeyState;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.proxy.TcpProxy;

/**
 * A middlebox forgets connections that are silent for three seconds, and swallows what comes later; a server
 * closes those that are silent for two. {@code -Dredlock.silence.seconds=N} says how long leases are held
 * and nobody asks.
 */
@Tag("proof")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class SilentConnections extends FaultSuite
{
    private static final int SECONDS = Integer.getInteger("redlock.silence.seconds", 6);
    private static final Duration FORGOTTEN = Duration.ofSeconds(3);
    private static final Duration AT_MOST = Duration.ofSeconds(1);

    /*
     * A disk that is synchronised every second has a vote after a little more than one, and one that others
     * use after some.
     */
    private static final Duration ON_DISK_AT_MOST = Duration.ofSeconds(5);
    private static final LockOptions DURABLE =
        LockOptions.DEFAULT.withAutoExtend(Duration.ofHours(1)).withDurableVotes();

    private RealNodes nodes;

    @Test
    void shouldHoldALockThatReplicasHave() throws InterruptedException
    {
        nodes = closing(RealNodes.start(2));
        nodes.call(0, "CONFIG", "SET", "repl-diskless-sync-delay", "0");
        nodes.call(1, "REPLICAOF", "127.0.0.1", Integer.toString(nodes.server(0).port()));

        checkLeaseBehindMiddlebox(up(patient(behindMiddleboxes(1)).replicatedVotes(1, AT_MOST)),
            AT_MOST.multipliedBy(2));
    }

    @Test
    void shouldHoldALockThatNodesHaveOnTheirDisks() throws InterruptedException
    {
        nodes = closing(FileServers.startConfirming());
        checkLeaseBehindMiddlebox(up(patient(behindMiddleboxes(3)).durableVotes(ON_DISK_AT_MOST)),
            ON_DISK_AT_MOST);
    }

    private void checkLeaseBehindMiddlebox(final Redlock redlock, final Duration patience)
        throws InterruptedException
    {
        final LockHandle handle = redlock.handle("durable", DURABLE.withTtl(patience.multipliedBy(3)));
        rest(FORGOTTEN.toSeconds() + 2);
        final long term = handle.acquire(patience);
        assertThat(Outcome.of(term)).as("acquired after a silence, %s", handle.votes())
            .isEqualTo(Outcome.ACQUIRED);
        rest(SECONDS);

        assertThat(handle.isHeld(term)).isTrue();
        assertThat(redlock.metrics().count(Counter.EXTENSIONS_INCONCLUSIVE)).isZero();
        assertThat(redlock.metrics().count(Counter.VOTES_NOT_DURABLE)).isZero();
        assertThat(statusesTold()).noneMatch(status -> status.detail().contains("second"));
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
    }

    @Test
    void shouldNotWarnOfServersThatCloseIdleConnections()
    {
        nodes = closing(RealNodes.start(2));
        nodes.call(0, "CONFIG", "SET", "repl-diskless-sync-delay", "0");
        nodes.call(1, "REPLICAOF", "127.0.0.1", Integer.toString(nodes.server(0).port()));
        nodes.call(0, "CONFIG", "SET", "timeout", "2");
        final Redlock redlock = up(patient(nodes.uris().subList(0, 1)).replicatedVotes(1, AT_MOST));
        rest(SECONDS);

        assertThat(statusesTold()).noneMatch(status -> status.detail().contains("second"));
        assertThat(redlock.metrics().count(Counter.DISCONNECTS)).isZero();
    }

    @Test
    void shouldAnswerOperatorsAfterALongSilence()
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(patient(behindMiddleboxes(3)));
        checkCertain(redlock);
        rest(SECONDS);
        checkCertain(redlock);
        nodes.callAll("CONFIG", "SET", "timeout", "1");
        for (int i = 0; i < SECONDS; i++)
        {
            rest(1);
            checkCertain(redlock);
        }
    }

    private static void checkCertain(final Redlock redlock)
    {
        final LockHolder holder = redlock.operators().holder("free").toCompletableFuture().join();
        assertThat(holder.nodes()).allMatch(node -> node.state() == KeyState.FREE);
    }

    private List<String> behindMiddleboxes(final int count)
    {
        final List<String> uris = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            final TcpProxy proxy = closing(TcpProxy.inFrontOf("127.0.0.1", nodes.server(i).port()));
            proxy.forgetAfter(FORGOTTEN);
            uris.add(proxy.uri());
        }

        return uris;
    }

    private static void rest(final long seconds)
    {
        final long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (untilNs - System.nanoTime() > 0)
        {
            LockSupport.parkNanos(untilNs - System.nanoTime());
        }
    }
}
