// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.Redlock;
import dev.redlock.RedlockMisuseException;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Nodes whose set-up forbids a vote. A client with a quorum of others starts without them, and says so.
 * Otherwise it is not built, and the exception names the node and the cause within three seconds.
 */
public abstract class UnfitNodes extends SharedNodes
{
    private static final Duration CLEAR_WITHIN = Duration.ofSeconds(3);
    private static final int UNFIT = 4;

    @Override
    protected int nodeCount()
    {
        return 4;
    }

    /**
     * The password is in no message, neither the wrong one nor the right one.
     */
    @Test
    void shouldSayThatAPasswordIsWrong() throws InterruptedException
    {
        final RedisServerProcess server = closing(RedisServerProcess.builder().password("right-one").start());
        final String place = "127.0.0.1:" + server.port();
        final String message = checkUnfit("redis://:wrong-one@" + place, place, "WRONGPASS", "password");

        assertThat(message).doesNotContain("wrong-one").doesNotContain("right-one");
    }

    /**
     * A password is required and none is given: another remedy, so another message.
     */
    @Test
    void shouldSayThatAPasswordIsMissing() throws InterruptedException
    {
        final RedisServerProcess server = closing(RedisServerProcess.builder().password("right-one").start());
        final String place = "127.0.0.1:" + server.port();
        checkUnfit("redis://" + place, place, "NOAUTH", "requires a password");
    }

    /**
     * A replica repeats the vote of its master, which may be on the list itself, and forgets what its master
     * forgets.
     */
    @Test
    void shouldRefuseAReplicaAndNameItsMaster() throws InterruptedException
    {
        final int master = nodes.server(0).port();
        final RedisServerProcess server = closing(RedisServerProcess.builder().replicaOf("127.0.0.1", master)
            .start());
        checkUnfit(server.uri(), "127.0.0.1:" + server.port(), "role", "127.0.0.1:" + master);
    }

    /**
     * A cluster moves keys, and promotes replicas that have forgotten them.
     */
    @Test
    void shouldRefuseANodeOfACluster() throws InterruptedException
    {
        final RedisServerProcess server = closing(RedisServerProcess.builder().cluster().start());
        checkUnfit(server.uri(), "127.0.0.1:" + server.port(), "cluster");
    }

    /**
     * One process under two names has two votes, and takes two with it when it dies. Which of the names is
     * refused depends on which connection comes second; the complaint has both.
     */
    @Test
    void shouldRefuseASecondNameOfANodeAndNameBoth() throws InterruptedException
    {
        final int port = nodes.server(0).port();
        final String second = "redis://localhost:" + port;
        final String[] words = {"localhost:" + port, "127.0.0.1:" + port, "same process"};
        checkComplaint(second, words);

        final Redlock redlock = closing(build(second));
        final List<NodeStatus> refused = Await.parking().until("one name refused", SOON,
            () -> redlock.nodes().stream().filter(UnfitNodes::isRefused).toList(),
            statuses -> statuses.size() == 1);
        assertThat(refused.get(0).toString()).contains(words);
        awaitUp(redlock, 4);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * The same name twice is found without a connection.
     */
    @Test
    void shouldRefuseTheSameNameTwiceAtOnce()
    {
        final List<String> uris = with(nodes.uris().get(0));
        final IllegalArgumentException complaint = catchThrowableOfType(
            IllegalArgumentException.class, () -> patient(uris).build());

        assertThat(complaint).hasMessageContaining("127.0.0.1:" + nodes.server(0).port())
            .hasMessageContaining("named twice");
    }

    /**
     * A node that an operator has corrected must not need a restart of the application.
     */
    @Test
    void shouldTakeInANodeWhenItHasBeenCorrected() throws InterruptedException
    {
        final RedisServerProcess server = closing(RedisServerProcess.builder().start());
        final List<String> uris = with(server.uri());
        server.call("REPLICAOF", "127.0.0.1", Integer.toString(nodes.server(0).port()));
        final Redlock redlock = closing(trusting(uris).build());
        awaitState(redlock, UNFIT, NodeStatus.State.REFUSED);
        server.call("REPLICAOF", "NO", "ONE");
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * Four good nodes and one that is not; then one good node and the one that is not.
     *
     * @return the exception of the latter.
     */
    private String checkUnfit(final String uri, final String... words) throws InterruptedException
    {
        try (Redlock redlock = build(uri))
        {
            awaitState(redlock, UNFIT, NodeStatus.State.REFUSED);
            final NodeStatus status = redlock.nodes().get(UNFIT);
            assertThat(status.isConfigurationError()).isTrue();
            assertThat(status.toString()).contains(words);
            assertThat(redlock.metrics().count(Counter.NODES_REFUSED)).isPositive();
            awaitUp(redlock, 4);
            checkCleanCycle(redlock, nodes);
        }

        return checkComplaint(uri, words);
    }

    /**
     * Starts with four good nodes and another, without waiting out the start timeout for the latter.
     */
    private Redlock build(final String uri)
    {
        final long startNs = System.nanoTime();
        final Redlock redlock = patient(with(uri)).build();
        assertThat(System.nanoTime() - startNs).as("ns to start").isLessThan(CLEAR_WITHIN.toNanos());

        return redlock;
    }

    private String checkComplaint(final String uri, final String... words)
    {
        final long startNs = System.nanoTime();
        final RedlockMisuseException complaint = catchThrowableOfType(
            RedlockMisuseException.class, () -> patient(List.of(nodes.uris().get(0), uri)).build());
        assertThat(System.nanoTime() - startNs).as("ns to complain").isLessThan(CLEAR_WITHIN.toNanos());
        assertThat(complaint.getMessage()).contains(words);

        return complaint.getMessage();
    }

    private List<String> with(final String uri)
    {
        final List<String> uris = new ArrayList<>(nodes.uris());
        uris.add(uri);

        return uris;
    }

    private static void awaitUp(final Redlock redlock, final int count)
    {
        Await.parking().until(count + " nodes up", SOON, redlock::nodes, statuses -> statuses.stream()
            .filter(status -> status.state() == NodeStatus.State.UP).count() == count);
    }

    private static boolean isRefused(final NodeStatus status)
    {
        return status.state() == NodeStatus.State.REFUSED;
    }
}
