// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.tck.harness.Closing;
import dev.redlock.test.Await;

/**
 * What all suites share: the transport, and what must hold after every fault.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(FaultSuite.Surroundings.class)
public abstract class FaultSuite
{
    /**
     * So long that no leak hides behind the expiry of its key.
     */
    public static final LockOptions LONG = LockOptions.DEFAULT.withTtl(Duration.ofSeconds(60));

    protected static final Duration SOON = TestNodes.SOON;

    /*
     * For what needs a whole second without a halt, on a machine that halts now and then.
     */
    protected static final Duration EVENTUALLY = Duration.ofSeconds(40);

    public ClientSuites suites;
    private final ReportedErrors errors = new ReportedErrors();
    private final Closing opened = new Closing();

    @AfterEach
    protected void closeAndCheckReportedErrors()
    {
        opened.close();
        errors.checkNone();
    }

    /**
     * What is closed after the present test, the last opened first.
     */
    protected final <T extends AutoCloseable> T closing(final T resource)
    {
        return opened.later(resource);
    }

    /**
     * What the clients of the present test were told of their nodes, oldest first.
     */
    protected final Collection<NodeStatus> statusesTold()
    {
        return errors.statuses();
    }

    protected TransportChoice transport()
    {
        return suites.transport;
    }

    protected ClientMode mode()
    {
        return suites.mode;
    }

    /**
     * A client whose nodes have two seconds to answer, so that no test fails on a machine that is busy, and
     * what a proxy holds stays undecided for a while.
     */
    protected final RedlockBuilder patient(final List<String> uris)
    {
        return guarded(uris).assumeNodesFresh();
    }

    /**
     * A patient client whose nodes vote again as soon as they are back: for what happens besides.
     */
    protected final RedlockBuilder trusting(final List<String> uris)
    {
        return guarded(uris).quarantine(QuarantineLevel.OFF);
    }

    /**
     * A patient client that assumes nothing of its nodes: those of tests are too young for it.
     */
    protected final RedlockBuilder guarded(final List<String> uris)
    {
        return plain(uris).minNodeTimeout(Duration.ofSeconds(2)).maxNodeTimeout(Duration.ofSeconds(2));
    }

    /**
     * A client whose nodes have as long as the library gives them.
     */
    protected final RedlockBuilder adaptive(final List<String> uris)
    {
        return plain(uris).assumeNodesFresh();
    }

    private RedlockBuilder plain(final List<String> uris)
    {
        return suites.builder(uris).defaults(LONG).events(errors)
            .connectTimeout(Duration.ofSeconds(5)).startTimeout(Duration.ofSeconds(10))
            .closeTimeout(Duration.ofSeconds(1));
    }

    /**
     * A patient client whose {@link Redlock#close()} has ten seconds to have all releases confirmed. It
     * returns as soon as they are, so that the nodes are empty then on a machine that is busy, too.
     */
    protected final RedlockBuilder thorough(final List<String> uris)
    {
        return patient(uris).connectTimeout(Duration.ofSeconds(5)).startTimeout(Duration.ofSeconds(10))
            .closeTimeout(Duration.ofSeconds(10));
    }

    protected static void awaitState(final Redlock redlock, final int nodeIndex, final NodeStatus.State state)
    {
        Await.parking().until("node " + nodeIndex + " " + state, SOON,
            () -> redlock.nodes().get(nodeIndex), status -> status.state() == state);
    }

    /**
     * A majority decides; a test that needs the key on certain nodes has to wait for it there.
     */
    protected static void awaitHolders(final TestNodes nodes, final String key, final Set<Integer> indexes)
    {
        Await.parking().until("'" + key + "' on " + indexes, SOON, () -> nodes.holders(key).keySet(),
            indexes::equals);
    }

    /**
     * A client all of whose nodes are up, closed after the present test.
     */
    protected final Redlock up(final RedlockBuilder builder)
    {
        final Redlock redlock = closing(builder.build());
        awaitAllUp(redlock);

        return redlock;
    }

    protected static void awaitAllUp(final Redlock redlock)
    {
        awaitAllUp(redlock, Await.parking());
    }

    protected static void awaitAllUp(final Redlock redlock, final Await await)
    {
        await.untilAllUp(redlock, SOON);
    }

    /**
     * The client is as good as new: nothing is left on the nodes, it can acquire and release the lock, and it
     * reported no error.
     */
    protected static void checkCleanCycle(final Redlock redlock, final TestNodes nodes)
        throws InterruptedException
    {
        checkCleanCycle(redlock, nodes, Await.parking());
    }

    protected static void checkCleanCycle(final Redlock redlock, final TestNodes nodes, final Await await)
        throws InterruptedException
    {
        nodes.awaitNoKeys();
        await.until("no owner token out", SOON, redlock.metrics()::tokensOut, tokens -> tokens == 0);
        try (LockHandle handle = redlock.handle("clean", LONG))
        {
            final long term = handle.acquire(SOON);
            assertThat(Outcome.of(term)).as("clean acquire, %s, %s", handle.votes(), redlock.nodes())
                .isEqualTo(Outcome.ACQUIRED);
            assertThat(handle.isHeld(term)).isTrue();
            // A quorum that stands still for too long leaves it open; the keys go all the same.
            assertThat(handle.release(term)).as("clean release").isIn(Outcome.RELEASED, Outcome.UNKNOWN);
        }
        nodes.awaitNoKeys();
        assertThat(redlock.metrics().count(Counter.REPLIES_UNMATCHED)).as("replies unmatched").isZero();
        assertThat(redlock.metrics().count(Counter.CALLBACK_ERRORS)).as("callback errors").isZero();
    }

    /**
     * The class around a suite says what it tests.
     */
    static final class Surroundings implements BeforeAllCallback
    {
        @Override
        public void beforeAll(final ExtensionContext context)
        {
            final List<Object> instances = context.getRequiredTestInstances().getAllInstances();
            ((FaultSuite)instances.get(instances.size() - 1)).suites = (ClientSuites)instances.get(0);
        }
    }
}
