// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.test.Await;

/**
 * What an application sees of a client in one mode, with five healthy nodes and another client as a
 * competitor.
 */
public abstract class BehaviourSuite extends SharedNodes
{
    protected static final String KEY = "behaviour";

    protected Redlock redlock;
    protected Redlock rival;
    protected Await await;

    @BeforeEach
    protected void startClients()
    {
        closing(nodes::awaitNoKeys);
        redlock = closing(builder().build());
        rival = closing(patient(nodes.uris()).name("rival").build());
        await = mode().awaiting(redlock);
        awaitAllUp(rival);
        awaitAllUp(redlock, await);
    }

    protected final RedlockBuilder builder()
    {
        return mode().apply(patient(nodes.uris()));
    }

    protected static LockOptions ttl(final long ms)
    {
        return LockOptions.DEFAULT.withTtl(Duration.ofMillis(ms));
    }

    /**
     * What a stage gives, driving the client meanwhile.
     */
    protected final <T> T join(final CompletionStage<T> stage)
    {
        final CompletableFuture<T> future = stage.toCompletableFuture();
        await.until("a stage completed", SOON, future::isDone);

        return future.join();
    }
}
