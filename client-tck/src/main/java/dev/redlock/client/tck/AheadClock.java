// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;

/**
 * Of three nodes one has a clock that is nearly a fence window ahead, so that its tokens are, too; those of
 * the two others are not the same. The two are a quorum, and go on granting fenced locks.
 */
public abstract class AheadClock extends FaultSuite
{
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
    void shouldWinFencedLocksBesideANodeInQuarantine() throws InterruptedException
    {
        checkWon(QuarantineLevel.RESTART);
    }

    @Test
    void shouldWinFencedLocksBesideANodeThatVotes() throws InterruptedException
    {
        checkWon(QuarantineLevel.OFF);
    }

    private void checkWon(final QuarantineLevel level) throws InterruptedException
    {
        nodes.empty();
        final LockOptions fenced = LONG.withFencing();
        final Redlock redlock = closing(patient(nodes.uris()).quarantine(level).build());
        int won = 0;
        long highest = 0;
        try (LockHandle handle = redlock.handle("orders", fenced))
        {
            final long first = handle.acquire(SOON);
            assertThat(handle.release(first)).isEqualTo(Outcome.RELEASED);
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
            assertThat(won).as("%s", handle.votes()).isGreaterThanOrEqualTo(LEAST);
        }
    }
}
