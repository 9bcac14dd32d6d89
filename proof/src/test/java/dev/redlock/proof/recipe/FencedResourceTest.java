// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.FakeNodes;

/**
 * A holder stands still, its lease ends, another one works, and the first goes on: the resource of each
 * recipe keeps what the second has done.
 */
class FencedResourceTest
{
    private static final LockOptions FENCED =
        LockOptions.DEFAULT.withTtl(Duration.ofSeconds(10)).withFencing();
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final String KEY = "account:42";
    private static final int THREADS = 4;
    private static final int ROUNDS = 25;
    private static final int PAUSES = 10;

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(3);
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger pauses = new AtomicInteger();

    @TempDir
    Path folder;

    /*
     * The first reads, stands still until the second has read, and writes before the second does.
     */
    private long writeLateBetweenReadAndWrite(final Store.Kind kind, final boolean isFirstReadFenced)
        throws Exception
    {
        try (Store theirs = Store.Opener.of(kind, folder).open())
        {
            final Lease stale = nodes.client().acquire(KEY, DAY, FENCED);
            final long theirBalance = theirs.read(stale.fencingToken());
            nodes.skip(PAUSE);
            assertThat(stale.isHeld()).isFalse();

            try (Lease lease = nodes.client().acquire(KEY, DAY, FENCED))
            {
                final long balance =
                    isFirstReadFenced ? theirs.read(lease.fencingToken()) : theirs.readUnfenced();
                if (isFirstReadFenced)
                {
                    assertThatThrownBy(() -> theirs.write(theirBalance - 30, stale.fencingToken()))
                        .isInstanceOf(ConcurrentModificationException.class);
                }
                else
                {
                    theirs.write(theirBalance - 30, stale.fencingToken());
                }
                theirs.write(balance - 50, lease.fencingToken());
            }

            return theirs.readUnfenced();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseALateWriteAfterTheFirstFencedRead(final Store.Kind kind) throws Exception
    {
        assertThat(writeLateBetweenReadAndWrite(kind, true)).as("100, and 50 were paid").isEqualTo(50);
    }

    /**
     * The control: both writes are taken, 80 were paid, and 50 are left.
     */
    @ParameterizedTest
    @EnumSource
    void shouldOverwriteALateWriteFromAStaleReadThatIsNotFenced(final Store.Kind kind) throws Exception
    {
        assertThat(writeLateBetweenReadAndWrite(kind, false)).as("100, and 80 were paid").isEqualTo(50);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoseNothingWhileHoldersStandStill(final Store.Kind kind) throws Exception
    {
        final Store.Opener opener = Store.Opener.of(kind, folder);
        final List<Redlock> clients = Stream.generate(nodes::client).limit(THREADS).toList();
        final List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (final Redlock client : clients)
        {
            ends.add(run(() -> work(client, opener)));
        }
        for (final CompletableFuture<Void> end : ends)
        {
            end.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }

        assertThat(writes.get() + refusals.get()).isEqualTo(THREADS * ROUNDS);
        assertThat(refusals.get()).isPositive().isLessThanOrEqualTo(PAUSES);
        try (Store store = opener.open())
        {
            assertThat(store.readUnfenced()).isEqualTo(100 + writes.get());
        }
    }

    private Void work(final Redlock client, final Store.Opener opener) throws Exception
    {
        try (Store store = opener.open())
        {
            for (int i = 0; i < ROUNDS; i++)
            {
                try (Lease lease = client.acquire(KEY, DAY, FENCED))
                {
                    final long value = store.read(lease.fencingToken());
                    final int seen = reads.incrementAndGet();
                    if (i % 5 == 1 && pauses.incrementAndGet() <= PAUSES)
                    {
                        nodes.skip(PAUSE);
                        Await.parking().until("another holder has read", DEADLINE, () -> reads.get() > seen);
                    }
                    store.write(value + 1, lease.fencingToken());
                    writes.incrementAndGet();
                }
                catch (final ConcurrentModificationException ex)
                {
                    refusals.incrementAndGet();
                }
            }
        }

        return null;
    }

    private static CompletableFuture<Void> run(final Callable<Void> work)
    {
        final CompletableFuture<Void> end = new CompletableFuture<>();
        new Thread(() ->
        {
            try
            {
                end.complete(work.call());
            }
            catch (final Throwable ex)
            {
                end.completeExceptionally(ex);
            }
        }).start();

        return end;
    }
}
