// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;

/**
 * Of three nodes one has a clock that is nearly a fence window ahead, so that its tokens are, too; the clocks
 * of the two others are not the same. The two are a quorum, and go on granting fenced locks.
 */
public abstract class AheadClock extends FaultSuite
{
    private static final String KEY = "orders";
    private static final int AHEAD = 0;
    private static final int LOCKS = 40;

    /*
     * A machine that stands still makes a node late, for once.
     */
    private static final int LEAST = 38;
    private static final List<Duration> ERRORS =
        List.of(Duration.ofMillis(9_900), Duration.ZERO, Duration.ofMillis(-200));

    private Path directory;
    private RealNodes nodes;

    @BeforeAll
    void startNodes() throws IOException, InterruptedException
    {
        directory = WallClock.assumeMovable();
        nodes = RealNodes.start(ERRORS.size(), (index) -> clock(index).server(directory));
    }

    private WallClock clock(final int index)
    {
        try
        {
            final WallClock clock = new WallClock(directory, index);
            clock.step(ERRORS.get(index));

            return clock;
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    @AfterAll
    void stopNodes()
    {
        if (nodes != null)
        {
            nodes.close();
        }
        if (directory != null)
        {
            WallClock.delete(directory);
        }
    }

    @Test
    void shouldWinFencedLocksBesideAClockThatIsAhead() throws InterruptedException
    {
        nodes.empty();
        checkWon(QuarantineLevel.RESTART);
        checkWon(QuarantineLevel.OFF);
    }

    /**
     * Whatever is proposed to it, it has granted a later token before: both others are needed.
     */
    @Test
    void shouldWinFencedLocksBesideANodeThatLiesAboutTokens() throws InterruptedException
    {
        nodes.empty();
        final AtomicBoolean isOver = new AtomicBoolean();
        final CompletableFuture<Void> lying = CompletableFuture.runAsync(() ->
        {
            while (!isOver.get())
            {
                final long token = TimeUnit.MILLISECONDS.toMicros(
                    System.currentTimeMillis() + ERRORS.get(AHEAD).toMillis());
                nodes.call(AHEAD, "SET", KEY + ":fence", token + "|1|liar");
            }
        });
        try
        {
            checkWon(QuarantineLevel.RESTART);
            checkWon(QuarantineLevel.OFF);
        }
        finally
        {
            isOver.set(true);
            lying.join();
        }
    }

    /*
     * Whether the client keeps that node's votes out or counts them.
     */
    private void checkWon(final QuarantineLevel level) throws InterruptedException
    {
        int won = 0;
        long highest = 0;
        try (Redlock redlock = patient(nodes.uris()).quarantine(level).build();
            LockHandle handle = redlock.handle(KEY, LONG.withFencing()))
        {
            awaitState(redlock, 1, NodeStatus.State.UP);
            awaitState(redlock, 2, NodeStatus.State.UP);
            for (int i = 0; i < LOCKS; i++)
            {
                final long term = handle.tryAcquire();
                if (term > 0)
                {
                    won++;
                    assertThat(handle.fencingToken(term)).isGreaterThan(highest);
                    highest = handle.fencingToken(term);
                    handle.release(term);
                }
            }
            assertThat(won).as("%s: %s", level, handle.votes()).isGreaterThanOrEqualTo(LEAST);
        }
    }
}
