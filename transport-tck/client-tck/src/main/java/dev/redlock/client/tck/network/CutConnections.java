// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.NodeVote;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.ProxiedNodes;
import dev.redlock.client.tck.suite.ProxiedSuite;
import dev.redlock.client.tck.tools.Hiccups;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.proxy.Cut;
import dev.redlock.test.proxy.Flow;

/**
 * Connections that end with something in flight, in either direction.
 */
public abstract class CutConnections extends ProxiedSuite
{
    private static final String KEY = "cut";
    private static final Set<Integer> ALL = Set.of(0, 1, 2, 3, 4);

    @Test
    void shouldReleaseWhatWasGrantedOnConnectionsThatWereReset() throws InterruptedException
    {
        checkCutAcquire(Cut.RESET);
    }

    @Test
    void shouldReleaseWhatWasGrantedOnConnectionsThatWereClosed() throws InterruptedException
    {
        checkCutAcquire(Cut.FIN);
    }

    /*
     * All nodes have granted, and the answers of three are lost with their connections. The next connections
     * must release these.
     */
    private void checkCutAcquire(final Cut how) throws InterruptedException
    {
        try (Redlock redlock = up(patient(proxies.uris())); LockHandle handle = redlock.handle(KEY))
        {
            proxies.replies(ProxiedNodes.MAJORITY).forEach(Flow::holdExisting);
            final CompletableFuture<Long> call = begin(handle::tryAcquire);
            awaitHolders(ALL);
            proxies.proxies(ProxiedNodes.MAJORITY).forEach(proxy -> proxy.cut(how));

            assertThat(Outcome.of(result(call))).isEqualTo(Outcome.NO_QUORUM);
            checkDisconnected(handle);
            checkCleanCycle(redlock, nodes);
        }
    }

    /**
     * The node closes in the middle of its answer, whose first part looks like a grant.
     */
    @Test
    void shouldNotTakeHalfAReplyForAGrant() throws InterruptedException
    {
        final Redlock redlock = up(patient(proxies.uris()));
        final LockHandle handle = redlock.handle(KEY);
        proxies.replies(ProxiedNodes.MAJORITY).forEach(Flow::holdExisting);
        final CompletableFuture<Long> call = begin(handle::tryAcquire);
        final int replyBytes = "+OK\r\n".length();
        proxies.replies(ProxiedNodes.MAJORITY).forEach(flow -> flow.awaitHeld(replyBytes, SOON));
        awaitHolders(ALL);
        proxies.replies(ProxiedNodes.MAJORITY)
            .forEach(flow -> flow.cutAfter(replyBytes - 2, Cut.FIN).release());

        assertThat(Outcome.of(result(call))).isEqualTo(Outcome.NO_QUORUM);
        checkDisconnected(handle);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * An extension without an answer is neither won nor lost: the lease stands until its old deadline, and
     * can be extended again.
     */
    @Test
    void shouldKeepTheLeaseWhenAnExtensionIsCutOff() throws InterruptedException
    {
        final Redlock redlock = up(patient(proxies.uris()));
        final LockHandle handle = redlock.handle(KEY);
        final long term = handle.tryAcquire();
        awaitHolders(ALL);
        final long remainingNs = handle.remainingNs(term);
        final long latestNs = System.nanoTime() + remainingNs;
        proxies.requests(ProxiedNodes.MAJORITY).forEach(Flow::holdExisting);
        final CompletableFuture<Long> call = begin(() -> handle.extend(term).code());
        Await.parking().until("an extension under way", SOON,
            () -> redlock.metrics().count(Counter.EXTENSIONS), count -> count == 1);
        proxies.proxies(ProxiedNodes.MAJORITY).forEach(proxy -> proxy.cut(Cut.RESET));

        assertThat(Outcome.of(result(call))).isEqualTo(Outcome.INCONCLUSIVE);
        checkDisconnected(handle);
        assertThat(handle.isHeld(term)).isTrue();
        final long nowNs = System.nanoTime();
        assertThat(nowNs + handle.remainingNs(term) - latestNs).as("movement of the deadline, at least")
            .isNotPositive();

        awaitAllUp(redlock);
        assertThat(handle.extend(term)).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * The releases are lost on the way. The caller learns it, and they are sent again.
     */
    @Test
    void shouldSendAReleaseAgainThatWasLostOnItsWay() throws InterruptedException
    {
        final Redlock redlock = up(patient(proxies.uris()));
        final LockHandle handle = redlock.handle(KEY);
        final long term = handle.tryAcquire();
        awaitHolders(ALL);
        proxies.requests(ProxiedNodes.MAJORITY).forEach(Flow::holdExisting);
        final CompletableFuture<Long> call = begin(() -> handle.release(term).code());
        awaitHolders(Set.of(2, 3, 4));
        proxies.proxies(ProxiedNodes.MAJORITY).forEach(proxy -> proxy.cut(Cut.RESET));

        assertThat(Outcome.of(result(call))).isEqualTo(Outcome.UNKNOWN);
        assertThat(redlock.metrics().count(Counter.RELEASES_DEFERRED)).isEqualTo(3);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * The connections end while the client is closing with releases in flight. It waits for them, so it
     * reconnects to deliver them.
     */
    @Test
    void shouldDeliverWhatIsLostWhileItCloses()
    {
        final Redlock redlock = thorough(proxies.uris()).build();
        final LockHandle handle = redlock.handle(KEY);
        awaitAllUp(redlock);
        assertThat(handle.tryAcquire()).isPositive();
        awaitHolders(ALL);
        proxies.requests(ProxiedNodes.MAJORITY).forEach(Flow::holdExisting);
        final CompletableFuture<Long> call = begin(() ->
        {
            redlock.close();
            return 0;
        });
        awaitHolders(Set.of(2, 3, 4));
        proxies.proxies(ProxiedNodes.MAJORITY).forEach(proxy -> proxy.cut(Cut.RESET));
        result(call);

        assertThat(nodes.keys()).isEmpty();
        assertThat(redlock.metrics().tokensOut()).isZero();
    }

    /**
     * The peer has vanished: no reset, no end of the stream, ever. An idle client finds out within two
     * seconds (a heartbeat of 0.5 s, a silence of 1.4 s), and then delivers what was lost.
     */
    @Test
    @Tag("proof")
    void shouldFindOutThatAPeerHasVanished() throws InterruptedException
    {
        final Hiccups hiccups = closing(new Hiccups());
        final Redlock redlock = closing(patient(proxies.uris()).build());
        final LockHandle handle = redlock.handle(KEY);
        awaitAllUp(redlock);
        final long term = handle.tryAcquire();
        awaitHolders(ALL);
        proxies.proxy(4).requests().dropExisting();
        proxies.proxy(4).replies().dropExisting();
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);

        final long startNs = System.nanoTime();
        Await.parking().until("the connection is found dead", SOON,
            () -> redlock.metrics().count(Counter.HALF_OPEN), count -> count == 1);
        assertThat(System.nanoTime() - startNs).as("ns until the connection was found dead")
            .isLessThanOrEqualTo(Duration.ofMillis(2500).toNanos() + hiccups.worstNs());
        Await.parking().until("another connection", SOON,
            () -> redlock.metrics().count(Counter.CONNECTS), count -> count == 6);
        checkCleanCycle(redlock, nodes);
    }

    private void awaitHolders(final Set<Integer> indexes)
    {
        awaitHolders(nodes, KEY, indexes);
    }

    private static void checkDisconnected(final LockHandle handle)
    {
        assertThat(handle.votes().subList(2, 5)).extracting(NodeVote::cause).containsOnly(Cause.DISCONNECTED);
    }
}
