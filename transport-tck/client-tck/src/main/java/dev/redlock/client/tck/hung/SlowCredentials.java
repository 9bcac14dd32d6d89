// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.hung;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;

/**
 * A service that gives out the password of one node is slow, silent or broken. Only that node waits for it.
 */
public abstract class SlowCredentials extends FaultSuite
{
    private static final String PASSWORD = "the-secret";
    private static final String KEY = "slow";
    private static final int SLOW = 2;
    private static final int CYCLES = 20;
    private static final LockOptions EXTENDED =
        LockOptions.DEFAULT.withTtl(Duration.ofSeconds(5)).withAutoExtend(Duration.ofHours(1));
    private static final Duration SLOW_FOR = Duration.ofSeconds(4);
    private static final int ROUNDS = Integer.getInteger("redlock.token.rounds", 1);
    private static final double MOST_TIMES_SLOWER =
        Double.parseDouble(System.getProperty("redlock.token.ratio", "Infinity"));

    private RealNodes nodes;
    private TokenService service;

    @BeforeAll
    final void startNodes()
    {
        nodes = RealNodes.start(SLOW + 1, (index) -> RedisServerProcess.builder().password(PASSWORD));
    }

    @BeforeEach
    final void openService()
    {
        service = closing(new TokenService(PASSWORD));
    }

    @AfterAll
    final void stopNodes()
    {
        nodes.close();
    }

    /**
     * The connection of one node is killed, and its password is not given for as long as locks are acquired,
     * extended and released on the others, and operators ask these.
     */
    @Test
    void shouldServeFromTheOthersWhileOneNodeWaitsForItsPassword() throws InterruptedException
    {
        checkOthersServe(up(builder()), Await.parking());
    }

    @Test
    @Tag("proof")
    void shouldServeFromTheOthersInInvokerModeToo() throws InterruptedException
    {
        final Redlock redlock = closing(builder().invoker().build());
        final Await await = new Await(redlock::poll);
        awaitAllUp(redlock, await);
        checkOthersServe(redlock, await);
    }

    private void checkOthersServe(final Redlock redlock, final Await await) throws InterruptedException
    {
        final LockHandle handle = redlock.handle(KEY);
        final long held = handle.tryAcquire();
        assertThat(Outcome.of(held)).isEqualTo(Outcome.ACQUIRED);
        service.hold();
        nodes.call(SLOW, "CLIENT", "KILL", "TYPE", "normal");
        await.until("the password is asked for", SOON, service::asking, asking -> asking == 1);

        assertThat(handle.extend(held)).isEqualTo(Outcome.EXTENDED);
        for (int i = 0; i < CYCLES; i++)
        {
            try (LockHandle other = redlock.handle("other"))
            {
                final long term = other.tryAcquire();
                assertThat(Outcome.of(term)).as("%s", other.votes()).isEqualTo(Outcome.ACQUIRED);
                assertThat(other.release(term)).isEqualTo(Outcome.RELEASED);
            }
        }
        redlock.operators().ask(SLOW, SOON, ping());
        assertThat(redlock.operators().ask(0, SOON, ping()).toCompletableFuture().join().text())
            .isEqualTo("PONG");
        assertThat(service.asking()).as("questions under way").isEqualTo(1);

        service.letGo();
        awaitAllUp(redlock, await);
        assertThat(handle.isHeld(held)).isTrue();
        assertThat(handle.release(held)).isEqualTo(Outcome.RELEASED);
        assertThat(redlock.metrics().count(Counter.LEASES_LOST)).isZero();
        checkCleanCycle(redlock, nodes, await);
    }

    /**
     * The words blame the credentials, and neither the node nor a callback. The attempts that are given up
     * have asked once, and the answer is of use to the next.
     */
    @Test
    @Tag("proof")
    void shouldSayThatTheCredentialsDoNotAnswer() throws InterruptedException
    {
        service.hold();
        final Redlock redlock = closing(builder().connectTimeout(Duration.ofMillis(100)).build());
        final NodeStatus status = Await.parking().until("the node is down", SOON,
            () -> redlock.nodes().get(SLOW), node -> node.state() == NodeStatus.State.DOWN);
        assertThat(status.detail()).contains("Credentials", "100 ms", "password()",
            "has been running for");
        assertThat(status.isConfigurationError()).isFalse();
        Await.parking().until("another attempt", SOON,
            () -> redlock.metrics().count(Counter.DISCONNECTS), count -> count > 1);
        assertThat(service.asked()).as("questions").isEqualTo(1);

        service.letGo();
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * Whatever they throw ends that attempt only; the next asks again.
     */
    @Test
    @Tag("proof")
    void shouldSurviveWhateverTheCredentialsThrow() throws InterruptedException
    {
        final Redlock redlock = up(builder());
        for (final Throwable cause : List.of(new IOException("planted " + PASSWORD),
            new StackOverflowError(), new AssertionError(), new NoClassDefFoundError()))
        {
            service.fail(cause);
            nodes.call(SLOW, "CLIENT", "KILL", "TYPE", "normal");
            final NodeStatus status = Await.parking().until("the node is refused", SOON,
                () -> redlock.nodes().get(SLOW), node -> node.state() == NodeStatus.State.REFUSED);
            assertThat(status.detail()).contains("Credentials", cause.getClass().getName())
                .doesNotContain(PASSWORD);
            service.fail(null);
            awaitAllUp(redlock);
        }
        checkCleanCycle(redlock, nodes);
    }

    /**
     * A client that closes does not wait for credentials, and leaves nobody waiting for them.
     */
    @Test
    @Tag("proof")
    void shouldCloseWhileCredentialsAreAwaited()
    {
        service.hold();
        final Redlock redlock = builder().build();
        Await.parking().until("the password is asked for", SOON, service::asking, asking -> asking == 1);
        redlock.close();
        Await.parking().until("the question ends", SOON, service::asking, asking -> asking == 0);

        assertThat(service.interrupted()).isEqualTo(1);
    }

    /**
     * The same load while the node's password takes four seconds, and while it is refused at once, so that
     * the node is down for as long; in turn, for so many rounds.
     */
    @Test
    @Tag("proof")
    @Tag("client")
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldCostOthersNothingWhileAPasswordTakesFourSeconds() throws InterruptedException
    {
        final Redlock redlock = up(builder());
        final Histogram whileSlow = new Histogram(3);
        final Histogram whileRefused = new Histogram(3);
        try (LockHandle held = redlock.handle(KEY, EXTENDED); LockHandle other = redlock.handle("other"))
        {
            final long term = held.tryAcquire();
            measure(redlock, other, new Histogram(3));
            for (int i = 0; i < ROUNDS; i++)
            {
                service.fail(new IllegalStateException("planted"));
                measure(redlock, other, whileRefused);
                service.hold();
                measure(redlock, other, whileSlow);
            }
            assertThat(held.isHeld(term)).isTrue();
        }
        assertThat(redlock.metrics().count(Counter.LEASES_LOST)).isZero();
        final double ratio = us(whileSlow, 99) / us(whileRefused, 99);
        System.out.printf(Locale.ROOT, "SlowCredentials over %s: %d acquires, p50 %.0f us, p99 %.0f us " +
            "while a password took 4 s; %d acquires, p50 %.0f us, p99 %.0f us while it was refused; " +
            "p99 ratio %.2f%n", transport().name(),
            whileSlow.getTotalCount(), us(whileSlow, 50), us(whileSlow, 99),
            whileRefused.getTotalCount(), us(whileRefused, 50), us(whileRefused, 99), ratio);

        assertThat(ratio).isLessThanOrEqualTo(MOST_TIMES_SLOWER);
    }

    private static double us(final Histogram durations, final double percentile)
    {
        return durations.getValueAtPercentile(percentile) / 1e3;
    }

    /*
     * The node's connection is killed; four seconds of load; then the node comes back.
     */
    private void measure(final Redlock redlock, final LockHandle handle, final Histogram durations)
    {
        final int before = service.asked();
        nodes.call(SLOW, "CLIENT", "KILL", "TYPE", "normal");
        Await.parking().until("the password is asked for", SOON, service::asked, asked -> asked > before);
        final long untilNs = System.nanoTime() + SLOW_FOR.toNanos();
        while (System.nanoTime() - untilNs < 0)
        {
            final long startNs = System.nanoTime();
            final long term = handle.tryAcquire();
            durations.recordValue(System.nanoTime() - startNs);
            assertThat(Outcome.of(term)).as("%s", handle.votes()).isEqualTo(Outcome.ACQUIRED);
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        }
        service.fail(null);
        service.letGo();
        awaitAllUp(redlock);
    }

    private RedlockBuilder builder()
    {
        return patient(nodes.uris().subList(0, SLOW))
            .node(NodeAddress.parse(nodes.uris().get(SLOW)).with(service));
    }

    private static byte[] ping()
    {
        return "PING".getBytes(StandardCharsets.US_ASCII);
    }
}
