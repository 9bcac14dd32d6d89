// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.Admission;
import dev.redlock.admission.login.ClientLabel;
import dev.redlock.fake.Deadline;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.text.DurationText;

class AskedCredentialsTest
{
    private static final int ROTATIONS = 3_000;
    private static final int SOME_ROTATIONS = 500;
    private static final long TIMEOUT_NS = 2_000_000_000L;
    private static final long LIMIT_NS = 30_000_000_000L;

    private static final NodeAddress NODE = NodeAddress.parse("redis://h:1");

    private final Rotated rotated = new Rotated();
    private final AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - LIMIT_NS);

    /**
     * An engine and operators ask the credentials of one node, and they are rotated each time.
     */
    @Test
    void shouldNotMixUserAndPasswordOfTwoRotations()
    {
        rotate(SOME_ROTATIONS);
    }

    @Test
    @Tag("proof")
    void shouldNotMixUserAndPasswordOfManyRotations()
    {
        rotate(ROTATIONS);
    }

    private void rotate(final int rotations)
    {
        final NodeAddress node = AskedCredentials.of(NODE.with(rotated), System::nanoTime, TIMEOUT_NS);
        ask(node);
        final CompletableFuture<Void> others = CompletableFuture.runAsync(() ->
        {
            for (int i = 0; i < rotations; i++)
            {
                ask(node);
            }
        });
        while (!others.isDone())
        {
            final List<String> login = login(node);
            final int auth = login.indexOf("AUTH");
            assertThat(login.get(auth + 2)).isEqualTo("password of " + login.get(auth + 1));
        }
        others.join();
    }

    private static void ask(final NodeAddress node)
    {
        final CountDownLatch answered = new CountDownLatch(1);
        if (!((AskedCredentials)node.credentials()).ask(answered::countDown))
        {
            Deadline.await("an answer", () -> answered.getCount() == 0);
        }
    }

    private static List<String> login(final NodeAddress node)
    {
        return Arrays.stream(Admission.session(node, new ClientLabel("rotated", "1"), false).next())
            .map(word -> new String(word, StandardCharsets.UTF_8)).collect(Collectors.toList());
    }

    /**
     * They know at once, so no thread is needed for them, at no connection and in no mode.
     */
    @ParameterizedTest
    @ValueSource(strings = {"redis://h:1", "redis://:secret@h:1", "rediss://user:secret@h:1"})
    void shouldNotAskWhatIsConstant(final String uri)
    {
        final NodeAddress node = NodeAddress.parse(uri);

        assertThat(AskedCredentials.of(node, System::nanoTime, TIMEOUT_NS)).isSameAs(node);
        assertThat(AskedCredentials.of(node.with(rotated), System::nanoTime, TIMEOUT_NS).credentials())
            .isInstanceOf(AskedCredentials.class);
    }

    /**
     * All who wait get the answer of the second question; the late one of the first changes nothing.
     */
    @ParameterizedTest
    @CsvSource({"100, 30000", "2000, 30000", "4000, 40000"})
    void shouldAskAnewAfterTenConnectTimeouts(final long timeoutMs, final long limitMs) throws Exception
    {
        final Hanging hanging = new Hanging(1);
        final AskedCredentials asked = asked(hanging, timeoutMs);
        final CountDownLatch answered = new CountDownLatch(3);
        asked.ask(answered::countDown);
        Deadline.await("a question", () -> hanging.threads.size() == 1);
        nowNs.addAndGet((limitMs - 100) * 1_000_000);
        asked.ask(answered::countDown);
        assertThat(asked.progress()).isEqualTo("; the question has been running for " +
            DurationText.spaced((limitMs - 100) * 1_000_000));

        nowNs.addAndGet(100_000_000);
        asked.ask(answered::countDown);
        Deadline.await("answers", () -> answered.getCount() == 0);
        Deadline.await("an interrupt", () -> hanging.interrupts.get() == 1);
        assertThat(asked.password()).isEqualTo("password 2");
        assertThat(asked.progress()).isEmpty();

        hanging.end(0);
        assertThat(asked.password()).as("after the late answer").isEqualTo("password 2");
    }

    @Test
    void shouldNotLeaveMoreThanTwoThreadsBehind() throws Exception
    {
        final Hanging hanging = new Hanging(3);
        final AskedCredentials asked = asked(hanging, 2_000);
        final CountDownLatch answered = new CountDownLatch(5);
        for (int i = 1; i <= 3; i++)
        {
            final int questions = i;
            asked.ask(answered::countDown);
            Deadline.await("a question", () -> hanging.threads.size() == questions);
            nowNs.addAndGet(LIMIT_NS);
        }
        asked.ask(answered::countDown);
        assertThat(asked.progress()).isEqualTo("; the question has been running for 30 s beside 2 given up " +
            "before, which the interrupt did not end: they are not asked again before one of these threads " +
            "(redlock-credentials) has ended");

        hanging.end(1);
        asked.ask(answered::countDown);
        Deadline.await("answers", () -> answered.getCount() == 0);
        assertThat(asked.password()).isEqualTo("password 4");
        assertThat(hanging.threads).hasSize(4);
        hanging.end(0);
        hanging.end(2);
        assertThat(asked.password()).isEqualTo("password 4");
    }

    private AskedCredentials asked(final Credentials credentials, final long timeoutMs)
    {
        return (AskedCredentials)AskedCredentials.of(NODE.with(credentials), nowNs::get,
            timeoutMs * 1_000_000).credentials();
    }

    /**
     * The first calls return when they are told to, whoever interrupts them.
     */
    private static final class Hanging implements Credentials
    {
        private final List<Thread> threads = new CopyOnWriteArrayList<>();
        private final List<CountDownLatch> gates = new CopyOnWriteArrayList<>();
        private final AtomicInteger interrupts = new AtomicInteger();

        Hanging(final int calls)
        {
            for (int i = 0; i < calls; i++)
            {
                gates.add(new CountDownLatch(1));
            }
        }

        void end(final int call) throws InterruptedException
        {
            gates.get(call).countDown();
            Deadline.join(threads.get(call));
        }

        @Override
        public String user()
        {
            return null;
        }

        @Override
        public String password()
        {
            threads.add(Thread.currentThread());
            final int call = threads.indexOf(Thread.currentThread());
            while (call < gates.size() && gates.get(call).getCount() > 0)
            {
                try
                {
                    gates.get(call).await();
                }
                catch (final InterruptedException ex)
                {
                    interrupts.incrementAndGet();
                }
            }

            return "password " + (call + 1);
        }
    }

    private static final class Rotated implements Credentials
    {
        private final AtomicInteger rotation = new AtomicInteger();

        @Override
        public String user()
        {
            return "user " + rotation;
        }

        @Override
        public String password()
        {
            return "password of user " + rotation.incrementAndGet();
        }
    }
}
