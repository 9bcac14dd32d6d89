// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import dev.redlock.Lease;
import dev.redlock.LimitReachedException;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.process.JavaProcess;

/**
 * Another process that is after the same locks all the time, one for each prefix of keys, and lets go of them
 * at once.
 */
final class Rival implements AutoCloseable
{
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(15);
    private static final Duration SOON = Duration.ofSeconds(60);

    private final JavaProcess process;

    Rival(final List<String> prefixes, final List<String> nodes)
    {
        process = JavaProcess.start(Main.class,
            Stream.concat(Stream.of(String.join(" ", prefixes)), nodes.stream()).toList());
    }

    /**
     * Waits until it wins the lock with this prefix again after an instant, by the wall clock.
     */
    void awaitWinAfter(final String prefix, final long instantMs)
    {
        Await.parking().until("a win after " + instantMs, SOON, () -> last(prefix) > instantMs);
    }

    private long last(final String prefix)
    {
        assertThat(process.isRunning()).as(process.output()).isTrue();

        return wins(prefix).reduce(0, (first, second) -> second);
    }

    /**
     * Whether it has had the lock between two instants.
     */
    boolean hasWon(final String prefix, final long fromMs, final long toMs)
    {
        return wins(prefix).anyMatch((won) -> won > fromMs && won < toMs);
    }

    private LongStream wins(final String prefix)
    {
        return Pattern.compile("won " + prefix + " (\\d+)").matcher(process.output()).results()
            .mapToLong((win) -> Long.parseLong(win.group(1)));
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

        public static void main(final String[] args)
        {
            final String[] nodes = Arrays.copyOfRange(args, 1, args.length);
            final Set<String> had = new HashSet<>();
            try (Redlock redlock = Redlock.builder().nodes(nodes).name("rival").transport("netty")
                .assumeNodesFresh().startTimeout(SOON).build())
            {
                while (true)
                {
                    for (final String prefix : args[0].split(" "))
                    {
                        final Optional<Lease> lease = tryAcquire(redlock, prefix + Job.KEY);
                        if (lease.isEmpty())
                        {
                            had.remove(prefix);
                        }
                        else if (had.add(prefix))
                        {
                            System.out.println("won " + prefix + " " + System.currentTimeMillis());
                        }
                        lease.ifPresent(Lease::release);
                    }
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        }

        /*
         * On a machine that is busy with others the nodes may be late, and our own engine, too.
         */
        private static Optional<Lease> tryAcquire(final Redlock redlock, final String key)
        {
            try
            {
                return redlock.tryAcquire(key);
            }
            catch (final NoQuorumException | LimitReachedException ex)
            {
                return Optional.empty();
            }
        }
    }
}
