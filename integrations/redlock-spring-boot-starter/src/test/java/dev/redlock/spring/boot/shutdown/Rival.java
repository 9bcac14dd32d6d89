// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

import dev.redlock.Lease;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.server.JavaProcess;

/**
 * Another process that is after the same lock all the time, and lets go of it at once.
 */
final class Rival implements AutoCloseable
{
    private static final Pattern WIN = Pattern.compile("won (\\d+)");
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(15);
    private static final Duration SOON = Duration.ofSeconds(60);

    private final JavaProcess process;

    Rival(final List<String> nodes)
    {
        process = JavaProcess.start(Main.class, nodes);
    }

    /**
     * Waits until it wins again after an instant, by the wall clock.
     */
    void awaitWinAfter(final long instantMs)
    {
        Await.parking().until("a win after " + instantMs, SOON, () -> last() > instantMs);
    }

    private long last()
    {
        assertThat(process.isRunning()).as(process.output()).isTrue();

        return WIN.matcher(process.output()).results().mapToLong((win) -> Long.parseLong(win.group(1)))
            .reduce(0, (first, second) -> second);
    }

    /**
     * Whether it has had the lock between two instants.
     */
    boolean hasWon(final long fromMs, final long toMs)
    {
        return WIN.matcher(process.output()).results().mapToLong((win) -> Long.parseLong(win.group(1)))
            .anyMatch((won) -> won > fromMs && won < toMs);
    }

    @Override
    public void close()
    {
        process.close();
    }

    /**
     * Tells of a win only when it has lost before.
     */
    static final class Main
    {
        private Main()
        {
        }

        public static void main(final String[] nodes)
        {
            try (Redlock redlock = Redlock.builder().nodes(nodes).name("rival").transport("netty")
                .assumeNodesFresh().startTimeout(SOON).build())
            {
                boolean hadIt = false;
                while (true)
                {
                    final Optional<Lease> lease = tryAcquire(redlock);
                    if (lease.isPresent() && !hadIt)
                    {
                        System.out.println("won " + System.currentTimeMillis());
                    }
                    hadIt = lease.isPresent();
                    lease.ifPresent(Lease::release);
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        }

        /*
         * On a machine that is busy with others the nodes may be late.
         */
        private static Optional<Lease> tryAcquire(final Redlock redlock)
        {
            try
            {
                return redlock.tryAcquire(Job.KEY);
            }
            catch (final NoQuorumException ex)
            {
                return Optional.empty();
            }
        }
    }
}
