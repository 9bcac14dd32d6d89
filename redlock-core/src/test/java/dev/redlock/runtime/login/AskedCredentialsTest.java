// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.admission.Admission;
import dev.redlock.admission.ClientLabel;
import dev.redlock.fake.Deadline;
import dev.redlock.spi.Credentials;
import dev.redlock.spi.NodeAddress;

class AskedCredentialsTest
{
    private static final int ROTATIONS = 3_000;

    private final Rotated rotated = new Rotated();

    /**
     * An engine and operators ask the credentials of one node, and they are rotated each time.
     */
    @Test
    void shouldNotMixUserAndPasswordOfTwoRotations() throws Exception
    {
        final NodeAddress node =
            AskedCredentials.of(NodeAddress.parse("redis://h:1").with(rotated), System::nanoTime);
        ask(node);
        final CompletableFuture<Void> others = CompletableFuture.runAsync(() ->
        {
            for (int i = 0; i < ROTATIONS; i++)
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

        assertThat(AskedCredentials.of(node, System::nanoTime)).isSameAs(node);
        assertThat(AskedCredentials.of(node.with(rotated), System::nanoTime).credentials())
            .isInstanceOf(AskedCredentials.class);
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
