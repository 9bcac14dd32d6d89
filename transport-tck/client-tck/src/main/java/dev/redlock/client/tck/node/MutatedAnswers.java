// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.client.tck.tools.Relay;
import dev.redlock.client.tck.tools.RelayedNodes;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.tck.node.FakeCommand;
import dev.redlock.test.Await;

/**
 * Two nodes of five say anything, in the place of any answer of their handshakes and heartbeats. Each may
 * lose its own connection; no engine stops, and no lease of the other three is lost.
 */
public abstract class MutatedAnswers extends RelayedNodes
{
    private static final int HONEST = 3;
    private static final int HEARTBEAT = 4;
    private static final int SAMPLES = 6;
    private static final int STEP = Integer.getInteger("redlock.forgeries.step", 4);
    private static final LockOptions KEPT = LONG.withAutoExtend(Duration.ofMinutes(30));

    @Override
    protected int firstRelayed()
    {
        return HONEST;
    }

    @BeforeEach
    void declareNodes()
    {
        try (Redlock redlock = client(QuarantineLevel.STRICT).startWithoutQuorum().build())
        {
            redlock.operators().declareNodes(false);
        }
    }

    /**
     * At level STRICT the time is read in the handshake.
     */
    @Test
    void shouldLoseOnlyTheNodeThatTellsItsTimeInWords() throws InterruptedException
    {
        final Redlock redlock = up(client(QuarantineLevel.STRICT));
        final LockHandle held = redlock.handle("held", KEPT);
        final long term = held.acquire(SOON);
        relays.get(0).says((command, server) ->
            command.name().equals("TIME") ? bytes("*2\r\n+half past\r\n+nine\r\n") : server.get());
        relays.get(0).cut();
        awaitState(redlock, HONEST, NodeStatus.State.REFUSED);

        assertThat(redlock.nodes().get(HONEST).detail()).contains("does not tell its time");
        assertThat(held.extend(term)).isEqualTo(Outcome.EXTENDED);
        relays.get(0).isHonest();
        awaitAllUp(redlock);
        assertThat(held.release(term)).isEqualTo(Outcome.RELEASED);
    }

    @Test
    void shouldSurviveAFewForgeries() throws InterruptedException
    {
        final List<Plan> plans = plans();
        final int step = plans.size() / SAMPLES;
        survive(QuarantineLevel.STRICT, IntStream.range(0, SAMPLES).mapToObj((i) -> plans.get(i * step))
            .toList());
    }

    /**
     * Every STEP-th of them at level STRICT, some at the others, where fewer answers are read.
     */
    @Test
    @Tag("client")
    @Timeout(value = 900, unit = TimeUnit.SECONDS)
    void shouldSurviveAllForgeries() throws InterruptedException
    {
        final List<Plan> all = plans();
        final List<Plan> plans =
            IntStream.range(0, all.size() / STEP).mapToObj((i) -> all.get(i * STEP)).toList();
        final List<Plan> some =
            IntStream.range(0, plans.size() / 8).mapToObj((i) -> plans.get(i * 8)).toList();
        survive(QuarantineLevel.STRICT, plans);
        survive(QuarantineLevel.RESTART, some);
        survive(QuarantineLevel.OFF, some);
        System.out.println(transport().name() + ": " + (plans.size() + 2 * some.size()) +
            " mutated handshakes and heartbeats, 0 stopped engines, 0 leases lost");
    }

    private void survive(final QuarantineLevel level, final List<Plan> plans) throws InterruptedException
    {
        relays.forEach(Relay::isHonest);
        final Diary diary = new Diary();
        final Redlock holder = up(client(level));
        final LockHandle held = holder.handle("held", KEPT, diary);
        final long term = held.acquire(SOON);
        final int half = plans.size() / 2;
        for (int i = 0; i < half; i++)
        {
            final Liar one = new Liar(plans.get(i));
            final Liar other = new Liar(plans.get(half + i));
            relays.get(0).says(one);
            relays.get(1).says(other);
            survive(level, "key-" + i, one, other);
            assertThat(diary.lost).as("a lease, lost to %s and %s", one.plan, other.plan).isEmpty();
        }
        relays.forEach(Relay::isHonest);

        assertThat(held.isHeld(term)).isTrue();
        assertThat(held.release(term)).isEqualTo(Outcome.RELEASED);
        holder.close();
    }

    /*
     * A new client, so that both nodes are met, and their first heartbeats come at once.
     */
    private void survive(final QuarantineLevel level, final String key, final Liar one, final Liar other)
        throws InterruptedException
    {
        try (Redlock redlock = client(level).closeTimeout(SOON).build();
            LockHandle handle = redlock.handle(key, LONG))
        {
            final long term = handle.acquire(SOON);
            assertThat(Outcome.of(term)).as("%s, %s", one.plan, other.plan).isEqualTo(Outcome.ACQUIRED);
            Await.parking().until(one.plan + " and " + other.plan + " told", SOON,
                () -> one.hasLied && other.hasLied);
            assertThat(handle.extend(term)).as("%s, %s", one.plan, other.plan).isEqualTo(Outcome.EXTENDED);
            assertThat(handle.release(term)).as("%s, %s", one.plan, other.plan).isEqualTo(Outcome.RELEASED);
        }
    }

    /**
     * The application's objects throw as well: credentials, events, listeners, idle strategy and wall clock.
     */
    @Test
    void shouldSurviveThrowingObjects() throws InterruptedException
    {
        surviveThrowing(new IOException("planted"));
        surviveThrowing(new AssertionError("planted"));
        surviveThrowing(new StackOverflowError("planted"));
    }

    private void surviveThrowing(final Throwable thrown) throws InterruptedException
    {
        final AtomicBoolean isThrowing = new AtomicBoolean();
        final Thrower thrower = new Thrower(isThrowing, thrown);
        final RedlockBuilder builder = suites.builder(nodes.uris().subList(0, HONEST))
            .node(NodeAddress.parse(relays.get(0).uri()).with(thrower)).nodes(relays.get(1).uri())
            .minNodeTimeout(SOON).maxNodeTimeout(SOON).assumeNodesFresh().events(thrower)
            .wallClock(() ->
            {
                thrower.raise();

                return System.currentTimeMillis();
            });
        final Redlock redlock = up(builder.idleStrategy(thrower));
        final LockHandle held = redlock.handle("held", KEPT, thrower);
        final long term = held.acquire(SOON);
        isThrowing.set(true);
        relays.get(0).cut();
        awaitState(redlock, HONEST, NodeStatus.State.REFUSED);

        assertThat(redlock.nodes().get(HONEST).detail()).contains(thrown.getClass().getName());
        assertThat(held.extend(term)).isEqualTo(Outcome.EXTENDED);
        isThrowing.set(false);
        awaitAllUp(redlock);
        assertThat(held.release(term)).isEqualTo(Outcome.RELEASED);
    }

    private RedlockBuilder client(final QuarantineLevel level)
    {
        final List<String> uris = new ArrayList<>(nodes.uris().subList(0, HONEST));
        relays.forEach((relay) -> uris.add(relay.uri()));

        return (level == QuarantineLevel.STRICT ? guarded(uris) : patient(uris)).quarantine(level)
            .replicatedVotes(1, Duration.ofMillis(100));
    }

    /*
     * What a node says until its first heartbeat is answered, and every way to change it.
     */
    private List<Plan> plans()
    {
        final List<byte[]> answers = new ArrayList<>();
        final List<String> questions = new ArrayList<>();
        final int[] connection = {-1};
        relays.get(0).says((command, server) ->
        {
            final byte[] answer = server.get();
            connection[0] = connection[0] < 0 ? command.connection() : connection[0];
            if (command.connection() == connection[0])
            {
                questions.add(command.name());
                answers.add(answer);
            }

            return answer;
        });
        final Redlock redlock = up(client(QuarantineLevel.STRICT));
        Await.parking().until("a heartbeat", SOON, () -> !questions.isEmpty() &&
            questions.contains("PING") && questions.size() >= questions.indexOf("PING") + HEARTBEAT);
        redlock.close();

        final List<Plan> plans = new ArrayList<>();
        for (int i = 0; i < questions.indexOf("PING") + HEARTBEAT; i++)
        {
            final int at = i;
            final String question = questions.get(i);
            Forgery.of(answers.get(i)).forEach((forgery) -> plans.add(new Plan(at, question, forgery)));
        }

        return plans;
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * One lie.
     *
     * @param at       how many answers of a connection come before it.
     * @param question that it answers.
     * @param forgery  of the answer.
     */
    private record Plan(int at, String question, Forgery forgery)
    {
        @Override
        public String toString()
        {
            return question + forgery.what();
        }
    }

    /**
     * Tells one lie on each connection.
     */
    private static final class Liar implements Relay.Tongue
    {
        private final Map<Integer, Integer> told = new HashMap<>();
        private final Plan plan;
        private volatile boolean hasLied;

        private Liar(final Plan plan)
        {
            this.plan = plan;
        }

        @Override
        public byte[] answer(final FakeCommand command, final Supplier<byte[]> server)
        {
            final byte[] answer = server.get();
            final boolean isLie = told.merge(command.connection(), 1, Integer::sum) == plan.at + 1;
            hasLied |= isLie;

            return isLie ? plan.forgery.change().apply(answer) : answer;
        }
    }

    /**
     * Throws whatever it is called for.
     */
    private static final class Thrower implements Credentials, RedlockEvents, LockListener, IdleStrategy
    {
        private final AtomicBoolean isThrowing;
        private final Throwable thrown;

        private Thrower(final AtomicBoolean isThrowing, final Throwable thrown)
        {
            this.isThrowing = isThrowing;
            this.thrown = thrown;
        }

        private void raise()
        {
            if (isThrowing.get())
            {
                Thrower.<RuntimeException>raise(thrown);
            }
        }

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> void raise(final Throwable thrown) throws T
        {
            throw (T)thrown;
        }

        @Override
        public String user()
        {
            return null;
        }

        @Override
        public String password()
        {
            raise();

            return null;
        }

        @Override
        public void onNodeStatus(final NodeStatus status)
        {
            raise();
        }

        @Override
        public void onError(final Throwable error)
        {
            raise();
        }

        @Override
        public void onExtended(final LockHandle handle, final long term, final Outcome outcome)
        {
            raise();
        }

        @Override
        public void idle(final int workCount)
        {
            idle();
        }

        @Override
        public void idle()
        {
            raise();
            Thread.yield();
        }

        @Override
        public void reset()
        {
            // It has no state.
        }
    }
}
